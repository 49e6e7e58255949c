import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { parameters } from '../../shared/list/index.ts';

export const apiClients: readonly Screen[] = [
  {
    path: '/api-clients',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./clients.tsx'), 'ClientsScreen'),
  },
  {
    path: '/api-clients/new',
    component: lazyRouteComponent(() => import('./clients.tsx'), 'NewClientScreen'),
  },
];
