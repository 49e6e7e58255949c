import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { foundSearch } from '../search.ts';

export const sharedAccounts: readonly Screen[] = [
  {
    path: '/shared-accounts',
    validateSearch: foundSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'SharedAccounts'),
  },
];
