import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { desk } from '../desk.ts';

export const people = [
  createRoute({
    getParentRoute: () => desk,
    path: '/people',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./people.tsx'), 'PeopleScreen'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/people/new',
    component: lazyRouteComponent(() => import('./people.tsx'), 'InviteScreen'),
  }),
] as const;
