import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { proposalsSearch } from '../../shared/proposals/index.ts';
import { desk } from '../desk.ts';

export const proposals = [
  createRoute({
    getParentRoute: () => desk,
    path: '/proposals',
    validateSearch: proposalsSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Proposals'),
  }),
] as const;
