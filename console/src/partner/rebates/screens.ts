import { lazyRouteComponent } from '@tanstack/react-router';
import { text } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const rebates: readonly Screen[] = [
  { path: '/rebates', component: lazyRouteComponent(() => import('./list.tsx'), 'RebateGroups') },
  { path: '/rebates/new', component: lazyRouteComponent(() => import('./create.tsx'), 'NewRebateGroup') },
  {
    path: '/rebates/$group',
    validateSearch: ({ run }) => ({ run: text(run) }),
    component: lazyRouteComponent(() => import('./detail.tsx'), 'RebateGroupDetail'),
  },
];
