import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { kindSearch } from '../search.ts';
import { signedIn } from '../signed-in.ts';

export const crediting = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/crediting',
    validateSearch: kindSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Payouts'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/crediting/new',
    component: lazyRouteComponent(() => import('./run.tsx'), 'CreditingRun'),
  }),
] as const;
