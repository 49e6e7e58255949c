import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import { readWithin, type Db } from '../../platform/postgres/index.ts';
import { dayAfter, readDays } from '../days.ts';
import type { SlippageQuery, SlippageSummary } from './schema.ts';
import { sumSlippage } from './store.ts';

/** What trades cost against the middle of the books when their conversions were created, by venue and market. */
export async function summariseSlippage(
  context: Context<Db>,
  query: Static<typeof SlippageQuery>,
): Promise<Static<typeof SlippageSummary>> {
  const days = readDays(query, context.clock.now());
  const period = {
    tenant: context.actor.tenant,
    from: new Date(days[0]),
    before: new Date(dayAfter(days.at(-1) ?? days[0])),
  };
  const rows = await readWithin(context, (db) => sumSlippage(db, period).execute());
  return rows.map(({ venue, symbol, trades, quantity, value, price_bps, fee_bps }) => ({
    venue,
    symbol,
    trades: Number(trades),
    quantity,
    value,
    priceBps: price_bps,
    feeBps: fee_bps,
  }));
}
