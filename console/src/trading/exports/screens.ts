import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';

export const exports: readonly Screen[] = [
  { path: '/exports', component: lazyRouteComponent(() => import('./list.tsx'), 'Exports') },
  { path: '/exports/new', component: lazyRouteComponent(() => import('./create.tsx'), 'NewExport') },
];
