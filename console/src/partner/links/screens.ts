import { lazyRouteComponent } from '@tanstack/react-router';
import { parameters } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const links: readonly Screen[] = [
  {
    path: '/links',
    validateSearch: parameters('q', 'id'),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Links'),
  },
  { path: '/links/new', component: lazyRouteComponent(() => import('./create.tsx'), 'NewLink') },
];
