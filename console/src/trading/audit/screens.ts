import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import { desk } from '../desk.ts';

export const audit = [
  createRoute({
    getParentRoute: () => desk,
    path: '/audit',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./audit.tsx'), 'AuditScreen'),
  }),
] as const;
