import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters, statusSearch } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const managedDisbursements = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/managed-disbursements',
    validateSearch: statusSearch,
    component: lazyRouteComponent(() => import('./queue.tsx'), 'Queue'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/managed-disbursements/runs',
    validateSearch: parameters('id'),
    component: lazyRouteComponent(() => import('./runs.tsx'), 'Runs'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/managed-disbursements/destinations',
    validateSearch: statusSearch,
    component: lazyRouteComponent(() => import('./destinations.tsx'), 'Destinations'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/managed-disbursements/files',
    validateSearch: parameters('id'),
    component: lazyRouteComponent(() => import('./files.tsx'), 'Files'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/managed-disbursements/answers',
    validateSearch: parameters('id'),
    component: lazyRouteComponent(() => import('./answers.tsx'), 'Answers'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/managed-disbursements/blocks',
    component: lazyRouteComponent(() => import('./blocks.tsx'), 'Blocks'),
  }),
] as const;
