import { createRoute } from '@tanstack/react-router';
import { laterScreen } from '../../shared/later/index.ts';
import { walletSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const wallets = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/wallets',
    component: laterScreen(() => import('./list.tsx'), 'Wallets'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/wallets/$account',
    validateSearch: walletSearch,
    component: laterScreen(() => import('./detail.tsx'), 'WalletDetail'),
  }),
] as const;
