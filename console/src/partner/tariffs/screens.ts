import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { text } from '../../shared/list/index.ts';

export const tariffs: readonly Screen[] = [
  {
    path: '/tariffs',
    validateSearch: ({ partner, day, id }) => ({ partner: text(partner), day: text(day), id: text(id) }),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Tariffs'),
  },
  {
    path: '/tariffs/edit',
    validateSearch: ({ id }) => ({ id: text(id) }),
    component: lazyRouteComponent(() => import('./edit.tsx'), 'EditTariff'),
  },
];
