import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { desk } from '../desk.ts';

export const venues = [
  createRoute({
    getParentRoute: () => desk,
    path: '/venues',
    component: lazyRouteComponent(() => import('./list.tsx'), 'Venues'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/venues/$code',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'VenueDetail'),
  }),
] as const;
