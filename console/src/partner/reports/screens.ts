import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { reportSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const reports = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/reports',
    component: laterScreen(() => import('./list.tsx'), 'ReportList'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/reports/$report',
    validateSearch: reportSearch,
    component: laterScreen(() => import('./explorer.tsx'), 'Explorer'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/views/$view',
    component: laterScreen(() => import('./opened-view.tsx'), 'OpenedView'),
  }),
] as const;
