import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { parameters } from '../../shared/list/index.ts';

export const tierLevels: readonly Screen[] = [
  {
    path: '/tiers/levels',
    validateSearch: parameters('id'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'TierLevels'),
  },
  {
    path: '/tiers/levels/edit',
    validateSearch: parameters('id'),
    component: lazyRouteComponent(() => import('./edit.tsx'), 'EditTierLevel'),
  },
];
