import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { text } from '../../shared/list/index.ts';

export const partners: readonly Screen[] = [
  {
    path: '/partners',
    validateSearch: ({ q }) => ({ q: text(q) }),
    component: lazyRouteComponent(() => import('./list.tsx'), 'Partners'),
  },
  { path: '/partners/new', component: lazyRouteComponent(() => import('./create.tsx'), 'NewPartner') },
  {
    path: '/partners/$uid',
    validateSearch: ({ add }) => ({ add: text(add) }),
    component: lazyRouteComponent(() => import('./detail.tsx'), 'PartnerDetail'),
  },
];
