import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { tiersSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const tiers = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tiers',
    validateSearch: tiersSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Tiers'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tiers/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewTierChange'),
  }),
] as const;
