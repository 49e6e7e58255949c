import { lazyRouteComponent } from '@tanstack/react-router';
import { text } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const policies: readonly Screen[] = [
  {
    path: '/policies',
    validateSearch: ({ id }) => ({ id: text(id) }),
    component: lazyRouteComponent(() => import('./policies.tsx'), 'Policies'),
  },
  { path: '/policies/edit', component: lazyRouteComponent(() => import('./edit.tsx'), 'EditPolicy') },
];
