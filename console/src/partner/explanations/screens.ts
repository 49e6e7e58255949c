import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { listSearch } from '../../shared/list/index.ts';

export const explanations: readonly Screen[] = [
  {
    path: '/rewards',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./days.tsx'), 'Days'),
  },
  { path: '/rewards/days/$day', component: lazyRouteComponent(() => import('./day.tsx'), 'Day') },
  { path: '/rewards/orders/$order', component: lazyRouteComponent(() => import('./order.tsx'), 'Order') },
  {
    path: '/rewards/credited/$id',
    component: lazyRouteComponent(() => import('./credited.tsx'), 'Credited'),
  },
  {
    path: '/rewards/progress/$id',
    component: lazyRouteComponent(() => import('./progress.tsx'), 'Progress'),
  },
];
