import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { accessSearch } from '../../shared/access/index.ts';
import { desk } from '../desk.ts';

export const access = [
  createRoute({
    getParentRoute: () => desk,
    path: '/inbox',
    validateSearch: accessSearch,
    component: lazyRouteComponent(() => import('../../shared/access/index.ts'), 'Inbox'),
  }),
] as const;
