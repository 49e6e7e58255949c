import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { kindSearch } from '../search.ts';
import { signedIn } from '../signed-in.ts';

export const crediting = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/crediting',
    validateSearch: kindSearch,
    component: laterScreen(() => import('./list.tsx'), 'Payouts'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/crediting/new',
    component: laterScreen(() => import('./run.tsx'), 'CreditingRun'),
  }),
] as const;
