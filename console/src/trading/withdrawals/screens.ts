import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { listSearch } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const withdrawals = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/withdrawals',
    validateSearch: listSearch,
    component: laterScreen(() => import('./list.tsx'), 'Withdrawals'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/withdrawals/new',
    component: laterScreen(() => import('./create/form.tsx'), 'NewWithdrawal'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/withdrawals/$id',
    component: laterScreen(() => import('./detail.tsx'), 'WithdrawalDetail'),
  }),
] as const;
