import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { proposalsSearch } from '../../shared/proposals/index.ts';
import { signedIn } from '../signed-in.ts';

export const proposals = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/proposals',
    validateSearch: proposalsSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Proposals'),
  }),
] as const;
