import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../shared/list/index.ts';
import { partnerSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const partners = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/partners',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Partners'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/partners/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewPartner'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/partners/$uid',
    validateSearch: partnerSearch,
    component: lazyRouteComponent(() => import('./detail.tsx'), 'PartnerDetail'),
  }),
] as const;
