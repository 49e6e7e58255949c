import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { kindSearch } from '../search.ts';
import { signedIn } from '../signed-in.ts';

export const facts = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/facts',
    validateSearch: kindSearch,
    component: lazyRouteComponent(() => import('./batches.tsx'), 'Batches'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/facts/new',
    validateSearch: kindSearch,
    component: lazyRouteComponent(() => import('./send.tsx'), 'SendFacts'),
  }),
] as const;
