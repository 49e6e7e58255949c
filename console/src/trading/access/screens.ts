import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { statusSearch } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const access = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/inbox',
    validateSearch: statusSearch,
    component: lazyRouteComponent(() => import('../../shared/inbox/index.ts'), 'Inbox'),
  }),
] as const;
