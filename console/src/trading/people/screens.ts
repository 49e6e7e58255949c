import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const people = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/people',
    validateSearch: parameters('q', 'id'),
    component: laterScreen(() => import('./people.tsx'), 'PeopleScreen'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/people/new',
    component: laterScreen(() => import('./people.tsx'), 'InviteScreen'),
  }),
] as const;
