import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../signed-in.ts';

export const rebates = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rebates',
    component: lazyRouteComponent(() => import('./list.tsx'), 'RebateGroups'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rebates/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewRebateGroup'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rebates/$group',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'RebateGroupDetail'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rebates/$group/runs/$period',
    component: lazyRouteComponent(() => import('./run.tsx'), 'RebateRunDetail'),
  }),
] as const;
