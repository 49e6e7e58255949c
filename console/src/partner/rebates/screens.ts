import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { signedIn } from '../signed-in.ts';

export const rebates = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rebates',
    component: laterScreen(() => import('./list.tsx'), 'RebateGroups'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rebates/new',
    component: laterScreen(() => import('./create.tsx'), 'NewRebateGroup'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rebates/$group',
    component: laterScreen(() => import('./detail.tsx'), 'RebateGroupDetail'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rebates/$group/runs/$period',
    component: laterScreen(() => import('./run.tsx'), 'RebateRunDetail'),
  }),
] as const;
