import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const apiClients = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/api-clients',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./clients.tsx'), 'ClientsScreen'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/api-clients/new',
    component: lazyRouteComponent(() => import('./clients.tsx'), 'NewClientScreen'),
  }),
] as const;
