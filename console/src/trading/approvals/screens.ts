import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const approvals = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/approvals',
    validateSearch: parameters('id'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Approvals'),
  }),
] as const;
