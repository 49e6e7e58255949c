import { lazyRouteComponent } from '@tanstack/react-router';
import { text } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const subpartners: readonly Screen[] = [
  {
    path: '/subpartners',
    validateSearch: ({ q, order }) => ({ q: text(q), order: text(order) }),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Subpartners'),
  },
  {
    path: '/subpartners/$subpartner',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'SubpartnerDetail'),
  },
];
