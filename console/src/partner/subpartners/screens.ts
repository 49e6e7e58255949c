import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { foundSearch } from '../search.ts';
import { signedIn } from '../signed-in.ts';

export const subpartners = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/subpartners',
    validateSearch: foundSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Subpartners'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/subpartners/$subpartner',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'SubpartnerDetail'),
  }),
] as const;
