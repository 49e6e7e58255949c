import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { signedIn } from '../signed-in.ts';

export const audit = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/audit',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./audit.tsx'), 'AuditScreen'),
  }),
] as const;
