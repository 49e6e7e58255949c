import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { text } from '../../shared/list/index.ts';

export const tiers: readonly Screen[] = [
  {
    path: '/tiers',
    validateSearch: ({ partner, id }) => ({ partner: text(partner), id: text(id) }),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Tiers'),
  },
  {
    path: '/tiers/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewTierChange'),
  },
];
