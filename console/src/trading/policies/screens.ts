import { lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const policies: readonly Screen[] = [
  {
    path: '/policies',
    validateSearch: parameters('id'),
    component: lazyRouteComponent(() => import('./policies.tsx'), 'Policies'),
  },
  { path: '/policies/edit', component: lazyRouteComponent(() => import('./edit.tsx'), 'EditPolicy') },
];
