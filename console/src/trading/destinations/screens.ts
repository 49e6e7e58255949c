import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { desk } from '../desk.ts';

export const destinations = [
  createRoute({
    getParentRoute: () => desk,
    path: '/destinations',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Destinations'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/destinations/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewDestination'),
  }),
] as const;
