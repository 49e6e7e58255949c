import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { proposalsSearch } from './search.ts';

export const proposals: readonly Screen[] = [
  {
    path: '/proposals',
    validateSearch: proposalsSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Proposals'),
  },
];
