import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../signed-in.ts';

export const inbox = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/inbox',
    component: lazyRouteComponent(() => import('./inbox.tsx'), 'OwnInbox'),
  }),
] as const;
