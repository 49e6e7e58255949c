import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { text } from '../../shared/list/index.ts';

export const crediting: readonly Screen[] = [
  {
    path: '/crediting',
    validateSearch: ({ kind, id }) => ({ kind: text(kind), id: text(id) }),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Payouts'),
  },
  { path: '/crediting/new', component: lazyRouteComponent(() => import('./run.tsx'), 'CreditingRun') },
];
