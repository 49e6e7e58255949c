import { lazyRouteComponent } from '@tanstack/react-router';
import { text } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const jobs: readonly Screen[] = [
  {
    path: '/jobs',
    validateSearch: ({ q, state, id }) => ({ q: text(q), state: text(state), id: text(id) }),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Jobs'),
  },
];
