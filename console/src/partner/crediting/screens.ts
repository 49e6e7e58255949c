import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { kindSearch } from '../search.ts';
import { desk } from '../desk.ts';

export const crediting = [
  createRoute({
    getParentRoute: () => desk,
    path: '/crediting',
    validateSearch: kindSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Payouts'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/crediting/new',
    component: lazyRouteComponent(() => import('./run.tsx'), 'CreditingRun'),
  }),
] as const;
