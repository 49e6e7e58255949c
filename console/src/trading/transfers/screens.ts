import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { listSearch } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const transfers = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/transfers',
    validateSearch: listSearch,
    component: laterScreen(() => import('./list.tsx'), 'Transfers'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/transfers/new',
    component: laterScreen(() => import('./create.tsx'), 'NewTransfer'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/transfers/$id',
    component: laterScreen(() => import('./detail.tsx'), 'TransferDetail'),
  }),
] as const;
