import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const people = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/people',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./people.tsx'), 'PeopleScreen'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/people/new',
    component: lazyRouteComponent(() => import('./people.tsx'), 'InviteScreen'),
  }),
] as const;
