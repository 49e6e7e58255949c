import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { listSearch } from '../../shared/list/index.ts';
import { partnerSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const partners = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/partners',
    validateSearch: listSearch,
    component: laterScreen(() => import('./list.tsx'), 'Partners'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/partners/new',
    component: laterScreen(() => import('./create.tsx'), 'NewPartner'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/partners/$uid',
    validateSearch: partnerSearch,
    component: laterScreen(() => import('./detail.tsx'), 'PartnerDetail'),
  }),
] as const;
