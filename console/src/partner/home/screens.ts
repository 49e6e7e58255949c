import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { periodSearch } from '../../shared/period/index.ts';
import { desk } from '../desk.ts';

export const home = [
  createRoute({
    getParentRoute: () => desk,
    path: '/',
    validateSearch: periodSearch,
    component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
  }),
] as const;
