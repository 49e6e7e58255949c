import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../signed-in.ts';

export const exports = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/exports',
    component: lazyRouteComponent(() => import('./list.tsx'), 'Exports'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/exports/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewExport'),
  }),
] as const;
