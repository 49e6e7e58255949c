import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { jobsSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const jobs = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/jobs',
    validateSearch: jobsSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Jobs'),
  }),
] as const;
