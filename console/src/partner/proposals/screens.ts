import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { text } from '../../shared/list/index.ts';

export const proposals: readonly Screen[] = [
  {
    path: '/proposals',
    validateSearch: ({ status, id }) => ({ status: text(status), id: text(id) }),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Proposals'),
  },
];
