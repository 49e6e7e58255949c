import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const withdrawals = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/withdrawals',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Withdrawals'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/withdrawals/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewWithdrawal'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/withdrawals/$id',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'WithdrawalDetail'),
  }),
] as const;
