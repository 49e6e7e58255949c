import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { walletSearch } from './search.ts';
import { desk } from '../desk.ts';

export const wallets = [
  createRoute({
    getParentRoute: () => desk,
    path: '/wallets',
    component: lazyRouteComponent(() => import('./list.tsx'), 'Wallets'),
  }),
  createRoute({
    getParentRoute: () => desk,
    path: '/wallets/$account',
    validateSearch: walletSearch,
    component: lazyRouteComponent(() => import('./detail.tsx'), 'WalletDetail'),
  }),
] as const;
