import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { listSearch } from '../../shared/list/index.ts';
import { partnerSearch } from './search.ts';
import { desk } from '../desk.ts';

export const partners = [
  createRoute({
    getParentRoute: () => desk,
    path: '/partners',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('./list.tsx'), 'Partners'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/partners/new',
    component: lazyRouteComponent(() => import('./create.tsx'), 'NewPartner'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/partners/$uid',
    validateSearch: partnerSearch,
    component: lazyRouteComponent(() => import('./detail.tsx'), 'PartnerDetail'),
  }),
] as const;
