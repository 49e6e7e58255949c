import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { tariffSearch, tariffsSearch } from './search.ts';
import { desk } from '../desk.ts';

export const tariffs = [
  createRoute({
    getParentRoute: () => desk,
    path: '/tariffs',
    validateSearch: tariffsSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Tariffs'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/tariffs/edit',
    validateSearch: tariffSearch,
    component: lazyRouteComponent(() => import('./edit.tsx'), 'EditTariff'),
  }),
] as const;
