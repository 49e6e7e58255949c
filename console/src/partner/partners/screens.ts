import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { listSearch } from '../../shared/list/index.ts';
import { partnerSearch } from './search.ts';

export const partners: readonly Screen[] = [
  {
    path: '/partners',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Partners'),
  },
  { path: '/partners/new', component: lazyRouteComponent(() => import('./create.tsx'), 'NewPartner') },
  {
    path: '/partners/$uid',
    validateSearch: partnerSearch,
    component: lazyRouteComponent(() => import('./detail.tsx'), 'PartnerDetail'),
  },
];
