import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { statusSearch } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const proposals = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/proposals',
    validateSearch: statusSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Proposals'),
  }),
] as const;
