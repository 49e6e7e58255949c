import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { tariffSearch, tariffsSearch } from './search.ts';

export const tariffs: readonly Screen[] = [
  {
    path: '/tariffs',
    validateSearch: tariffsSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Tariffs'),
  },
  {
    path: '/tariffs/edit',
    validateSearch: tariffSearch,
    component: lazyRouteComponent(() => import('./edit.tsx'), 'EditTariff'),
  },
];
