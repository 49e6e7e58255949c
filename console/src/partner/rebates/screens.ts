import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';

export const rebates: readonly Screen[] = [
  { path: '/rebates', component: lazyRouteComponent(() => import('./list.tsx'), 'RebateGroups') },
  { path: '/rebates/new', component: lazyRouteComponent(() => import('./create.tsx'), 'NewRebateGroup') },
  {
    path: '/rebates/$group',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'RebateGroupDetail'),
  },
  {
    path: '/rebates/$group/runs/$period',
    component: lazyRouteComponent(() => import('./run.tsx'), 'RebateRunDetail'),
  },
];
