import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { desk } from '../desk.ts';

export const overview = [
  createRoute({
    getParentRoute: () => desk,
    path: '/',
    component: lazyRouteComponent(() => import('./overview.tsx'), 'Overview'),
  }),
] as const;
