import type { Capability } from '../capabilities.ts';
import { venueAcceptance } from '../testing/acceptance/suite.ts';
import { binance } from './testing/binance/server.ts';
import { bybit } from './testing/bybit/server.ts';
import { connectTo } from './testing/connect.ts';
import { kraken } from './testing/kraken/server.ts';
import { startLoopback, type Dialect } from './testing/loopback.ts';
import { okx } from './testing/okx/server.ts';

const ORDERS = [
  'orders',
  'expiringOrders',
  'findableOrders',
  'limitOrders',
  'iocOrders',
  'postOnlyOrders',
] as const;
const WITHDRAWALS = ['withdrawals', 'expiringWithdrawals', 'findableWithdrawals'] as const;

const BOOKS = ['books', 'liveBooks'] as const;

const DIALECTS: Record<string, readonly [Dialect, readonly Capability[]]> = {
  binance: [binance, ['balances', ...WITHDRAWALS, ...ORDERS, 'marketOrders', ...BOOKS]],
  bybit: [bybit, ['balances', 'withdrawals', 'expiringWithdrawals', ...ORDERS, ...BOOKS]],
  kraken: [kraken, ['balances', 'withdrawals', ...ORDERS, 'marketOrders', ...BOOKS]],
  okx: [okx, ['balances', ...WITHDRAWALS, ...ORDERS, ...BOOKS]],
};

for (const [id, [dialect, capabilities]] of Object.entries(DIALECTS)) {
  venueAcceptance(id, capabilities, async () => {
    const server = await startLoopback(dialect);
    return server.underTest(() => connectTo(id, server.port));
  });
}
