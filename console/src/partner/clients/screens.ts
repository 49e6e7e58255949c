import { lazyRouteComponent } from '@tanstack/react-router';
import { text } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const clients: readonly Screen[] = [
  {
    path: '/clients',
    validateSearch: ({ q, country, link, order }) => ({
      q: text(q),
      country: text(country),
      link: text(link),
      order: text(order),
    }),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Clients'),
  },
  {
    path: '/clients/$client',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'ClientDetail'),
  },
];
