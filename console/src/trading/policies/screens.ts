import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const policies = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/policies',
    validateSearch: parameters('id'),
    component: lazyRouteComponent(() => import('./policies.tsx'), 'Policies'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/policies/edit',
    component: lazyRouteComponent(() => import('./edit.tsx'), 'EditPolicy'),
  }),
] as const;
