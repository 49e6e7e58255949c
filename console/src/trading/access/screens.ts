import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { statusSearch } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const access = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/access',
    validateSearch: statusSearch,
    component: lazyRouteComponent(() => import('../../shared/access-changes/index.ts'), 'AccessChanges'),
  }),
] as const;
