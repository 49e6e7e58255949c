import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const tierLevels = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tiers/levels',
    validateSearch: parameters('id'),
    component: laterScreen(() => import('./list.tsx'), 'TierLevels'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tiers/levels/edit',
    validateSearch: parameters('id'),
    component: laterScreen(() => import('./edit.tsx'), 'EditTierLevel'),
  }),
] as const;
