import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { clientsSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const clients = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/clients',
    validateSearch: clientsSearch,
    component: laterScreen(() => import('./list.tsx'), 'Clients'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/clients/$client',
    component: laterScreen(() => import('./detail.tsx'), 'ClientDetail'),
  }),
] as const;
