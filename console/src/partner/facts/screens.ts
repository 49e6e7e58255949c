import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { text } from '../../shared/list/index.ts';

export const facts: readonly Screen[] = [
  {
    path: '/facts',
    validateSearch: ({ kind, id }) => ({ kind: text(kind), id: text(id) }),
    component: lazyRouteComponent(() => import('./batches.tsx'), 'Batches'),
  },
  {
    path: '/facts/new',
    validateSearch: ({ kind }) => ({ kind: text(kind) }),
    component: lazyRouteComponent(() => import('./send.tsx'), 'SendFacts'),
  },
];
