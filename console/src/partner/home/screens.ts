import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { periodNamed } from '../../shared/period/index.ts';

export const home: readonly Screen[] = [
  {
    path: '/',
    validateSearch: ({ period }) => ({ period: period === undefined ? undefined : periodNamed(period) }),
    component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
  },
];
