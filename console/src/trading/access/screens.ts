import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { proposalsSearch } from '../../shared/proposals/index.ts';
import { desk } from '../desk.ts';

export const access = [
  createRoute({
    getParentRoute: () => desk,
    path: '/inbox',
    validateSearch: proposalsSearch,
    component: lazyRouteComponent(() => import('../../shared/inbox/index.ts'), 'Inbox'),
  }),
] as const;
