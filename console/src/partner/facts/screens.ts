import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { kindSearch } from '../search.ts';

export const facts: readonly Screen[] = [
  {
    path: '/facts',
    validateSearch: kindSearch,
    component: lazyRouteComponent(() => import('./batches.tsx'), 'Batches'),
  },
  {
    path: '/facts/new',
    validateSearch: kindSearch,
    component: lazyRouteComponent(() => import('./send.tsx'), 'SendFacts'),
  },
];
