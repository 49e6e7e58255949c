import type { Document } from '../../src/platform/lucene/testing/corpus.ts';
import { Random } from './random.ts';
/** References that are near each other, hold what the syntax treats specially, or lie outside ASCII. */
import references from './references.json' with { type: 'json' };

const STATUSES = ['SIMULATED', 'PENDING', 'PROCESSING', 'PENDING_CANCEL', 'CANCELLED', 'COMPLETED', 'FAILED'];
const TENANTS = ['acme', 'Acme', 'globex', 'initech'];
const ASSETS = ['BTC', 'ETH', 'USD', 'USDT', 'USDC', 'EUR', 'btc'];
const VENUES = ['kraken', 'Kraken', 'binance', 'bitstamp', 'coinbase'];
const AMOUNTS = ['0', '1', '1.5', '1.50', '2', '10', '100', '1000.001', '-3.25', '0.000000000000000001'];
const LARGE_AMOUNTS = ['123456789012345678.123456789012345678', '123456789012345678.123456789012345679'];

export function drawDocuments(seed: number): Document[] {
  const random = new Random(seed);
  const amount = (): string => {
    if (random.chance(15)) return random.pick(LARGE_AMOUNTS);
    return random.chance(50) ? random.pick(AMOUNTS) : `${random.below(50)}.${random.below(90) + 10}`;
  };
  const reference = (): string =>
    random.pick(['payout', 'invoice', 'fx', 'hedge']) + random.pick(['-', '_', ' ', '/']) + random.below(400);
  const document = (text: string | undefined): Document => ({
    ...(text !== undefined && { reference: text }),
    id: `018f3c2e-${hex(4)}-7${hex(3)}-9${hex(3)}-${hex(12)}`,
    status: random.pick(STATUSES),
    tenantId: random.pick(TENANTS),
    fromAsset: random.pick(ASSETS),
    ...(random.chance(85) && { toAsset: random.pick(ASSETS) }),
    venues: [...new Set(random.list(0, 3, () => random.pick(VENUES)))],
    ...(random.chance(90) && { from: amount() }),
    ...(random.chance(70) && { to: amount() }),
  });
  const hex = (length: number): string =>
    Array.from({ length }, () => random.below(16).toString(16)).join('');
  const drawn = Array.from({ length: 120 }, () => (random.chance(8) ? undefined : reference()));
  return [...references, ...drawn].map(document);
}
