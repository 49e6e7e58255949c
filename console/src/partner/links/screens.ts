import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { desk } from '../desk.ts';

export const links = [
  createRoute({
    getParentRoute: () => desk,
    path: '/links',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Links'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/links/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewLink'),
  }),
] as const;
