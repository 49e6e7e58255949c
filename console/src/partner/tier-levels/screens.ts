import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { text } from '../../shared/list/index.ts';

export const tierLevels: readonly Screen[] = [
  {
    path: '/tiers/levels',
    validateSearch: ({ id }) => ({ id: text(id) }),
    component: lazyRouteComponent(() => import('./list.tsx'), 'TierLevels'),
  },
  {
    path: '/tiers/levels/edit',
    validateSearch: ({ id }) => ({ id: text(id) }),
    component: lazyRouteComponent(() => import('./edit.tsx'), 'EditTierLevel'),
  },
];
