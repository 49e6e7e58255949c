import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { periodSearch } from '../../shared/period/index.ts';

export const home: readonly Screen[] = [
  {
    path: '/',
    validateSearch: periodSearch,
    component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
  },
];
