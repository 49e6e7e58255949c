import { lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const approvals: readonly Screen[] = [
  {
    path: '/approvals',
    validateSearch: parameters('id'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Approvals'),
  },
];
