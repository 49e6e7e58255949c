import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { marketSearch } from './search.ts';

export const market: readonly Screen[] = [
  {
    path: '/market',
    validateSearch: marketSearch,
    component: lazyRouteComponent(() => import('./market.tsx'), 'Market'),
  },
];
