import { lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const audit: readonly Screen[] = [
  {
    path: '/audit',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./audit.tsx'), 'AuditScreen'),
  },
];
