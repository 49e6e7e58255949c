import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { accessSearch } from '../../shared/access/index.ts';

export const access: readonly Screen[] = [
  {
    path: '/inbox',
    validateSearch: accessSearch,
    component: lazyRouteComponent(() => import('../../shared/access/index.ts'), 'Inbox'),
  },
];
