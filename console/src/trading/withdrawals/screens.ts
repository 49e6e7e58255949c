import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../shared/list/index.ts';
import { desk } from '../desk.ts';

export const withdrawals = [
  createRoute({
    getParentRoute: () => desk,
    path: '/withdrawals',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Withdrawals'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/withdrawals/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewWithdrawal'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/withdrawals/$id',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'WithdrawalDetail'),
  }),
] as const;
