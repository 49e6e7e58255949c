import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../shared/list/index.ts';
import { desk } from '../desk.ts';

export const explanations = [
  createRoute({
    getParentRoute: () => desk,
    path: '/rewards',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./days.tsx'), 'Days'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/rewards/days/$day',
    component: lazyRouteComponent(() => import('./day.tsx'), 'Day'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/rewards/orders/$order',
    component: lazyRouteComponent(() => import('./order.tsx'), 'Order'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/rewards/credited/$id',
    component: lazyRouteComponent(() => import('./credited.tsx'), 'Credited'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/rewards/progress/$id',
    component: lazyRouteComponent(() => import('./progress.tsx'), 'Progress'),
  }),
] as const;
