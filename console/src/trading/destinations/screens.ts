import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const destinations = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/destinations',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Destinations'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/destinations/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewDestination'),
  }),
] as const;
