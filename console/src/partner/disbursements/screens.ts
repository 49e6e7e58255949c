import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedIn } from '../signed-in.ts';

export const disbursements = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/disbursements',
    component: lazyRouteComponent(() => import('./list.tsx'), 'Disbursements'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/disbursements/accounts/$account',
    component: lazyRouteComponent(() => import('./account.tsx'), 'DisbursementAccount'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/disbursements/documents',
    component: lazyRouteComponent(() => import('./documents.tsx'), 'Documents'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/disbursements/$number',
    component: lazyRouteComponent(() => import('./detail.tsx'), 'DisbursementDetail'),
  }),
] as const;
