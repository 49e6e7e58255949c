import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { tariffSearch, tariffsSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const tariffs = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tariffs',
    validateSearch: tariffsSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Tariffs'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tariffs/edit',
    validateSearch: tariffSearch,
    component: lazyRouteComponent(() => import('./edit.tsx'), 'EditTariff'),
  }),
] as const;
