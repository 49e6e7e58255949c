import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { tariffSearch, tariffsSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const tariffs = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tariffs',
    validateSearch: tariffsSearch,
    component: laterScreen(() => import('./list.tsx'), 'Tariffs'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/tariffs/edit',
    validateSearch: tariffSearch,
    component: laterScreen(() => import('./edit.tsx'), 'EditTariff'),
  }),
] as const;
