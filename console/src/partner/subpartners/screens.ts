import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { foundSearch } from '../search.ts';

export const subpartners: readonly Screen[] = [
  {
    path: '/subpartners',
    validateSearch: foundSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Subpartners'),
  },
  {
    path: '/subpartners/$subpartner',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'SubpartnerDetail'),
  },
];
