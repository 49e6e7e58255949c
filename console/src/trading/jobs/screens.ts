import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { jobsSearch } from './search.ts';
import { desk } from '../desk.ts';

export const jobs = [
  createRoute({
    getParentRoute: () => desk,
    path: '/jobs',
    validateSearch: jobsSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Jobs'),
  }),
] as const;
