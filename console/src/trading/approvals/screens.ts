import { lazyRouteComponent } from '@tanstack/react-router';
import { text } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const approvals: readonly Screen[] = [
  {
    path: '/approvals',
    validateSearch: ({ id }) => ({ id: text(id) }),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Approvals'),
  },
];
