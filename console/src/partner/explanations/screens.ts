import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { listSearch } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const explanations = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rewards',
    validateSearch: listSearch,
    component: laterScreen(() => import('./days.tsx'), 'Days'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rewards/days/$day',
    component: laterScreen(() => import('./day.tsx'), 'Day'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rewards/orders/$order',
    component: laterScreen(() => import('./order.tsx'), 'Order'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rewards/credited/$id',
    component: laterScreen(() => import('./credited.tsx'), 'Credited'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/rewards/progress/$id',
    component: laterScreen(() => import('./progress.tsx'), 'Progress'),
  }),
] as const;
