import { lazyRouteComponent } from '@tanstack/react-router';
import { text } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const audit: readonly Screen[] = [
  {
    path: '/audit',
    validateSearch: ({ q, id }) => ({ q: text(q), id: text(id) }),
    component: lazyRouteComponent(() => import('./audit.tsx'), 'AuditScreen'),
  },
];
