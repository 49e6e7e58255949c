import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const tierLevels = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tiers/levels',
    validateSearch: parameters('id'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'TierLevels'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tiers/levels/edit',
    validateSearch: parameters('id'),
    component: lazyRouteComponent(() => import('./edit.tsx'), 'EditTierLevel'),
  }),
] as const;
