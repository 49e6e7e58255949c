import { systemClock } from '../../../kernel/index.ts';
import { connectVenue, type Venue } from '../../venues/index.ts';

/** What Binance asks accounts in a country. */
export async function formIn(jurisdiction: string): Promise<Venue['asks']> {
  const settings = { code: 'big', tenant: 'acme', account: 'MAIN', credentials: 'env:BIG', jurisdiction };
  const env = { BIG_KEY: 'k', BIG_SECRET: 's' };
  const big = await connectVenue({ ...settings, kind: 'ccxt', exchange: 'binance' }, env, systemClock);
  await big.close();
  return big.asks;
}
