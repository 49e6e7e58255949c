import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { proposalsSearch } from '../../shared/proposals/index.ts';
import { signedIn } from '../signed-in.ts';

export const access = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/inbox',
    validateSearch: proposalsSearch,
    component: lazyRouteComponent(() => import('../../shared/inbox/index.ts'), 'Inbox'),
  }),
] as const;
