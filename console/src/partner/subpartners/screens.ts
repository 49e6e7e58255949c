import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { foundSearch } from '../search.ts';
import { desk } from '../desk.ts';

export const subpartners = [
  createRoute({
    getParentRoute: () => desk,
    path: '/subpartners',
    validateSearch: foundSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Subpartners'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/subpartners/$subpartner',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'SubpartnerDetail'),
  }),
] as const;
