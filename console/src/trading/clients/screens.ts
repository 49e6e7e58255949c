import { lazyRouteComponent } from '@tanstack/react-router';
import { text } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const clients: readonly Screen[] = [
  {
    path: '/clients',
    validateSearch: ({ q, id }) => ({ q: text(q), id: text(id) }),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Clients'),
  },
  { path: '/clients/new', component: lazyRouteComponent(() => import('./create.tsx'), 'NewClient') },
];
