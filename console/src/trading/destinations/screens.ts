import { lazyRouteComponent } from '@tanstack/react-router';
import { text } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const destinations: readonly Screen[] = [
  {
    path: '/destinations',
    validateSearch: ({ q, id }) => ({ q: text(q), id: text(id) }),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Destinations'),
  },
  {
    path: '/destinations/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewDestination'),
  },
];
