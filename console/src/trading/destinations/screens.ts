import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const destinations = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/destinations',
    validateSearch: parameters('q', 'id'),
    component: laterScreen(() => import('./list.tsx'), 'Destinations'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/destinations/new',
    component: laterScreen(() => import('./create.tsx'), 'NewDestination'),
  }),
] as const;
