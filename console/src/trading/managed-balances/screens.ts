import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const managedBalances = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/managed-balances',
    validateSearch: parameters('q', 'id'),
    component: laterScreen(() => import('./list.tsx'), 'ManagedBalances'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/managed-balances/new',
    component: laterScreen(() => import('./create.tsx'), 'NewManagedBalance'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/managed-balances/$venue/$asset',
    component: laterScreen(() => import('./edit.tsx'), 'EditManagedBalance'),
  }),
] as const;
