import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { parameters } from '../../shared/list/index.ts';

export const people: readonly Screen[] = [
  {
    path: '/people',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./people.tsx'), 'PeopleScreen'),
  },
  {
    path: '/people/new',
    validateSearch: parameters('partner'),
    component: lazyRouteComponent(() => import('./people.tsx'), 'InviteScreen'),
  },
];
