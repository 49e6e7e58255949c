import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const clients = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/clients',
    validateSearch: parameters('q', 'id'),
    component: laterScreen(() => import('./clients.tsx'), 'ClientsScreen'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/clients/new',
    component: laterScreen(() => import('./clients.tsx'), 'NewClientScreen'),
  }),
] as const;
