import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { jobsSearch } from './search.ts';

export const jobs: readonly Screen[] = [
  {
    path: '/jobs',
    validateSearch: jobsSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Jobs'),
  },
];
