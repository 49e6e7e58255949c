import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { clientsSearch } from './search.ts';
import { desk } from '../desk.ts';

export const clients = [
  createRoute({
    getParentRoute: () => desk,
    path: '/clients',
    validateSearch: clientsSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Clients'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/clients/$client',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'ClientDetail'),
  }),
] as const;
