import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { kindSearch } from '../search.ts';
import { desk } from '../desk.ts';

export const facts = [
  createRoute({
    getParentRoute: () => desk,
    path: '/facts',
    validateSearch: kindSearch,
    component: lazyRouteComponent(() => import('./batches.tsx'), 'Batches'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/facts/new',
    validateSearch: kindSearch,
    component: lazyRouteComponent(() => import('./send.tsx'), 'SendFacts'),
  }),
] as const;
