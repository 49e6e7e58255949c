import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { desk } from '../desk.ts';

export const approvals = [
  createRoute({
    getParentRoute: () => desk,
    path: '/approvals',
    validateSearch: parameters('id'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Approvals'),
  }),
] as const;
