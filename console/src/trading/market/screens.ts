import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { marketSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const market = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/market',
    validateSearch: marketSearch,
    component: lazyRouteComponent(() => import('./market.tsx'), 'Market'),
  }),
] as const;
