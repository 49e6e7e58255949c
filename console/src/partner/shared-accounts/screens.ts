import { lazyRouteComponent } from '@tanstack/react-router';
import { text } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const sharedAccounts: readonly Screen[] = [
  {
    path: '/shared-accounts',
    validateSearch: ({ q, order }) => ({ q: text(q), order: text(order) }),
    component: lazyRouteComponent(() => import('./list.tsx'), 'SharedAccounts'),
  },
];
