import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { kindSearch } from '../search.ts';
import { signedIn } from '../signed-in.ts';

export const facts = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/facts',
    validateSearch: kindSearch,
    component: laterScreen(() => import('./batches.tsx'), 'Batches'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/facts/new',
    validateSearch: kindSearch,
    component: laterScreen(() => import('./send.tsx'), 'SendFacts'),
  }),
] as const;
