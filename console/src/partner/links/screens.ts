import { lazyRouteComponent } from '@tanstack/react-router';
import { text } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const links: readonly Screen[] = [
  {
    path: '/links',
    validateSearch: ({ q, id }) => ({ q: text(q), id: text(id) }),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Links'),
  },
  { path: '/links/new', component: lazyRouteComponent(() => import('./create.tsx'), 'NewLink') },
];
