import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { walletSearch } from './search.ts';
import { signedIn } from '../signed-in.ts';

export const wallets = [
  createRoute({
    getParentRoute: () => signedIn,
    path: '/wallets',
    component: lazyRouteComponent(() => import('./list.tsx'), 'Wallets'),
  }),
  createRoute({
    getParentRoute: () => signedIn,
    path: '/wallets/$account',
    validateSearch: walletSearch,
    component: lazyRouteComponent(() => import('./detail.tsx'), 'WalletDetail'),
  }),
] as const;
