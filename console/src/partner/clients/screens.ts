import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { clientsSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const clients = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/clients',
    validateSearch: clientsSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Clients'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/clients/$client',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'ClientDetail'),
  }),
] as const;
