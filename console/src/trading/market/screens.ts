import { lazyRouteComponent } from '@tanstack/react-router';
import { text } from '../../shared/list/index.ts';
import type { Screen } from '../../shared/desk/index.ts';

export const market: readonly Screen[] = [
  {
    path: '/market',
    validateSearch: ({ symbol, type, fees }) => ({
      symbol: text(symbol),
      type: text(type),
      fees: text(fees),
    }),
    component: lazyRouteComponent(() => import('./market.tsx'), 'Market'),
  },
];
