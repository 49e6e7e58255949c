import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { reportSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const reports = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/reports',
    component: lazyRouteComponent(() => import('./list.tsx'), 'ReportList'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/reports/$report',
    validateSearch: reportSearch,
    component: lazyRouteComponent(() => import('./explorer.tsx'), 'Explorer'),
  }),
] as const;
