import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { listSearch, parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const deposits = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/deposits',
    validateSearch: listSearch,
    component: laterScreen(() => import('./list.tsx'), 'Deposits'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/deposits/addresses',
    validateSearch: parameters('q', 'id'),
    component: laterScreen(() => import('./addresses.tsx'), 'Addresses'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/deposits/addresses/ask',
    component: laterScreen(() => import('./ask.tsx'), 'AskAddress'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/deposits/$id',
    component: laterScreen(() => import('./detail.tsx'), 'DepositDetail'),
  }),
] as const;
