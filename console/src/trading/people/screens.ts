import { lazyRouteComponent } from '@tanstack/react-router';
import { text } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const people: readonly Screen[] = [
  {
    path: '/people',
    validateSearch: ({ q, id }) => ({ q: text(q), id: text(id) }),
    component: lazyRouteComponent(() => import('./list.tsx'), 'People'),
  },
  { path: '/people/new', component: lazyRouteComponent(() => import('./invite.tsx'), 'InvitePerson') },
];
