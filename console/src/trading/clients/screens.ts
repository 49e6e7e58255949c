import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const clients = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/clients',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./clients.tsx'), 'ClientsScreen'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/clients/new',
    component: lazyRouteComponent(() => import('./clients.tsx'), 'NewClientScreen'),
  }),
] as const;
