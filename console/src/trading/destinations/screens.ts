import { lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const destinations: readonly Screen[] = [
  {
    path: '/destinations',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Destinations'),
  },
  {
    path: '/destinations/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewDestination'),
  },
];
