import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { tiersSearch } from './search.ts';

export const tiers: readonly Screen[] = [
  {
    path: '/tiers',
    validateSearch: tiersSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Tiers'),
  },
  {
    path: '/tiers/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewTierChange'),
  },
];
