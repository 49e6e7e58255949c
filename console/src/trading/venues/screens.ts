import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../signed-in.ts';

export const venues = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/venues',
    component: lazyRouteComponent(() => import('./list.tsx'), 'Venues'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/venues/$code',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'VenueDetail'),
  }),
] as const;
