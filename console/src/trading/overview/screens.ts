import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../signed-in.ts';

export const overview = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/',
    component: lazyRouteComponent(() => import('./overview.tsx'), 'Overview'),
  }),
] as const;
