import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { clientsSearch } from './search.ts';

export const clients: readonly Screen[] = [
  {
    path: '/clients',
    validateSearch: clientsSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Clients'),
  },
  {
    path: '/clients/$client',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'ClientDetail'),
  },
];
