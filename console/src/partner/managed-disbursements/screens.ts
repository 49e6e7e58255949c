import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { parameters, statusSearch } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const managedDisbursements = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/managed-disbursements',
    validateSearch: statusSearch,
    component: laterScreen(() => import('./queue.tsx'), 'Queue'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/managed-disbursements/runs',
    validateSearch: parameters('id'),
    component: laterScreen(() => import('./runs.tsx'), 'Runs'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/managed-disbursements/destinations',
    validateSearch: statusSearch,
    component: laterScreen(() => import('./destinations.tsx'), 'Destinations'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/managed-disbursements/files',
    validateSearch: parameters('id'),
    component: laterScreen(() => import('./files.tsx'), 'Files'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/managed-disbursements/answers',
    validateSearch: parameters('id'),
    component: laterScreen(() => import('./answers.tsx'), 'Answers'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/managed-disbursements/blocks',
    component: laterScreen(() => import('./blocks.tsx'), 'Blocks'),
  }),
] as const;
