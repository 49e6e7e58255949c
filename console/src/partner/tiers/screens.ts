import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { tiersSearch } from './search.ts';
import { desk } from '../desk.ts';

export const tiers = [
  createRoute({
    getParentRoute: () => desk,
    path: '/tiers',
    validateSearch: tiersSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Tiers'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/tiers/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewTierChange'),
  }),
] as const;
