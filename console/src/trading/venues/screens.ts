import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { signedIn } from '../signed-in.ts';

export const venues = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/venues',
    component: laterScreen(() => import('./list.tsx'), 'Venues'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/venues/$code',
    component: laterScreen(() => import('./detail.tsx'), 'VenueDetail'),
  }),
] as const;
