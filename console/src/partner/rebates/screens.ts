import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { desk } from '../desk.ts';

export const rebates = [
  createRoute({
    getParentRoute: () => desk,
    path: '/rebates',
    component: lazyRouteComponent(() => import('./list.tsx'), 'RebateGroups'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/rebates/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewRebateGroup'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/rebates/$group',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'RebateGroupDetail'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/rebates/$group/runs/$period',
    component: lazyRouteComponent(() => import('./run.tsx'), 'RebateRunDetail'),
  }),
] as const;
