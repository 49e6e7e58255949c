import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { reportSearch } from './search.ts';
import { desk } from '../desk.ts';

export const reports = [
  createRoute({
    getParentRoute: () => desk,
    path: '/reports',
    component: lazyRouteComponent(() => import('./list.tsx'), 'ReportList'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/reports/$report',
    validateSearch: reportSearch,
    component: lazyRouteComponent(() => import('./explorer.tsx'), 'Explorer'),
  }),
] as const;
