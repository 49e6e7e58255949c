import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const policies = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/policies',
    validateSearch: parameters('id'),
    component: laterScreen(() => import('./policies.tsx'), 'Policies'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/policies/edit',
    component: laterScreen(() => import('./edit.tsx'), 'EditPolicy'),
  }),
] as const;
