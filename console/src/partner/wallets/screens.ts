import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screen } from '../../shared/desk/index.ts';
import { walletSearch } from './search.ts';

export const wallets: readonly Screen[] = [
  { path: '/wallets', component: lazyRouteComponent(() => import('./list.tsx'), 'Wallets') },
  {
    path: '/wallets/$account',
    validateSearch: walletSearch,
    component: lazyRouteComponent(() => import('./detail.tsx'), 'WalletDetail'),
  },
];
