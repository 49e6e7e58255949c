import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { signedIn } from '../signed-in.ts';

export const disbursements = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/disbursements',
    component: laterScreen(() => import('./list.tsx'), 'Disbursements'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/disbursements/accounts/$account',
    component: laterScreen(() => import('./account.tsx'), 'DisbursementAccount'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/disbursements/documents',
    component: laterScreen(() => import('./documents.tsx'), 'Documents'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/disbursements/$number',
    component: laterScreen(() => import('./detail.tsx'), 'DisbursementDetail'),
  }),
] as const;
