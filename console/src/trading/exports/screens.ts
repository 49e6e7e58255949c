import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { desk } from '../desk.ts';

export const exports = [
  createRoute({
    getParentRoute: () => desk,
    path: '/exports',
    component: lazyRouteComponent(() => import('./list.tsx'), 'Exports'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/exports/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewExport'),
  }),
] as const;
