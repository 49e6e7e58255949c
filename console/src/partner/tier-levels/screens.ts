import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { desk } from '../desk.ts';

export const tierLevels = [
  createRoute({
    getParentRoute: () => desk,
    path: '/tiers/levels',
    validateSearch: parameters('id'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'TierLevels'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/tiers/levels/edit',
    validateSearch: parameters('id'),
    component: lazyRouteComponent(() => import('./edit.tsx'), 'EditTierLevel'),
  }),
] as const;
