import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const links = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/links',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Links'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/links/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewLink'),
  }),
] as const;
