import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { parameters } from '../../shared/list/index.ts';

export const clients: readonly Screen[] = [
  {
    path: '/clients',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./clients.tsx'), 'ClientsScreen'),
  },
  {
    path: '/clients/new',
    component: lazyRouteComponent(() => import('./clients.tsx'), 'NewClientScreen'),
  },
];
