import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { kindSearch } from '../search.ts';

export const crediting: readonly Screen[] = [
  {
    path: '/crediting',
    validateSearch: kindSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Payouts'),
  },
  { path: '/crediting/new', component: lazyRouteComponent(() => import('./run.tsx'), 'CreditingRun') },
];
