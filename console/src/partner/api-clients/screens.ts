import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { desk } from '../desk.ts';

export const apiClients = [
  createRoute({
    getParentRoute: () => desk,
    path: '/api-clients',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./clients.tsx'), 'ClientsScreen'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/api-clients/new',
    component: lazyRouteComponent(() => import('./clients.tsx'), 'NewClientScreen'),
  }),
] as const;
