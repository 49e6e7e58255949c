import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { marketSearch } from './search.ts';
import { desk } from '../desk.ts';

export const market = [
  createRoute({
    getParentRoute: () => desk,
    path: '/market',
    validateSearch: marketSearch,
    component: lazyRouteComponent(() => import('./market.tsx'), 'Market'),
  }),
] as const;
