import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const explanations = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rewards',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./days.tsx'), 'Days'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rewards/days/$day',
    component: lazyRouteComponent(() => import('./day.tsx'), 'Day'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rewards/orders/$order',
    component: lazyRouteComponent(() => import('./order.tsx'), 'Order'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rewards/credited/$id',
    component: lazyRouteComponent(() => import('./credited.tsx'), 'Credited'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rewards/progress/$id',
    component: lazyRouteComponent(() => import('./progress.tsx'), 'Progress'),
  }),
] as const;
