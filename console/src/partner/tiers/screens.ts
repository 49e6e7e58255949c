import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { tiersSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const tiers = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tiers',
    validateSearch: tiersSearch,
    component: laterScreen(() => import('./list.tsx'), 'Tiers'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tiers/new',
    component: laterScreen(() => import('./create.tsx'), 'NewTierChange'),
  }),
] as const;
