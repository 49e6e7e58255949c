import { lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const withdrawals: readonly Screen[] = [
  {
    path: '/withdrawals',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Withdrawals'),
  },
  {
    path: '/withdrawals/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewWithdrawal'),
  },
  {
    path: '/withdrawals/$id',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'WithdrawalDetail'),
  },
];
