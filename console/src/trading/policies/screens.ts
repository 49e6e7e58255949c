import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { desk } from '../desk.ts';

export const policies = [
  createRoute({
    getParentRoute: () => desk,
    path: '/policies',
    validateSearch: parameters('id'),
    component: lazyRouteComponent(() => import('./policies.tsx'), 'Policies'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/policies/edit',
    component: lazyRouteComponent(() => import('./edit.tsx'), 'EditPolicy'),
  }),
] as const;
