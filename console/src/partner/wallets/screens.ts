import { lazyRouteComponent } from '@tanstack/react-router';
import { text } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const wallets: readonly Screen[] = [
  { path: '/wallets', component: lazyRouteComponent(() => import('./list.tsx'), 'Wallets') },
  {
    path: '/wallets/$account',
    validateSearch: ({ kind, month }) => ({ kind: text(kind), month: text(month) }),
    component: lazyRouteComponent(() => import('./detail.tsx'), 'WalletDetail'),
  },
];
