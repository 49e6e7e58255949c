import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { periodSearch } from '../../shared/period/index.ts';
import { signedIn } from '../signed-in.ts';

export const home = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/',
    validateSearch: periodSearch,
    component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
  }),
] as const;
