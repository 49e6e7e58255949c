import type { Capability } from '../capabilities.ts';
import { venueAcceptance } from '../testing/acceptance/suite.ts';
import { binance } from './testing/binance/server.ts';
import { bitget } from './testing/bitget/server.ts';
import { bybit } from './testing/bybit/server.ts';
import { coinbase } from './testing/coinbase/server.ts';
import { connectTo } from './testing/connect.ts';
import { gate } from './testing/gate/server.ts';
import { kraken } from './testing/kraken/server.ts';
import { kucoin } from './testing/kucoin/server.ts';
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
  bitget: [bitget, ['balances', ...WITHDRAWALS, ...ORDERS, ...BOOKS]],
  bybit: [bybit, ['balances', 'withdrawals', 'expiringWithdrawals', ...ORDERS, ...BOOKS]],
  coinbase: [coinbase, ['balances', ...WITHDRAWALS, ...ORDERS, ...BOOKS]],
  gate: [gate, ['balances', ...WITHDRAWALS, ...ORDERS, ...BOOKS]],
  kraken: [kraken, ['balances', 'withdrawals', ...ORDERS, 'marketOrders', ...BOOKS]],
  kucoin: [kucoin, ['balances', ...WITHDRAWALS, ...ORDERS, ...BOOKS]],
  okx: [okx, ['balances', ...WITHDRAWALS, ...ORDERS, ...BOOKS]],
};

for (const [id, [dialect, capabilities]] of Object.entries(DIALECTS)) {
  venueAcceptance(id, capabilities, async () => {
    const server = await startLoopback(dialect);
    return server.underTest(() => connectTo(id, server.port));
  });
}
