import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import { readCursorPage, TIME_AND_ID } from '../../platform/lists/index.ts';
import { lower, readFilter } from '../../platform/lucene/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { readPeriod } from '../period.ts';
import { FIELDS } from './fields.ts';
import type { MoneyInFlight, TransferPage, TransferQuery } from './schema.ts';
import { countTransfers, selectPage, sumInFlight } from './store.ts';
import { toTransfer } from './transfer.ts';

/** One page, newest first. */
export async function listTransfers(
  context: Context<Db>,
  { pageNumber, pageSize, cursor, ...query }: TransferQuery,
): Promise<Static<typeof TransferPage>> {
  const { from: _from, to: _to, q, ...by } = query;
  const condition = q === undefined ? undefined : lower(readFilter('q', q, FIELDS));
  const filter = { tenant: context.actor.tenant, ...by, condition, ...readPeriod(query) };
  return readCursorPage(
    context,
    { pageNumber, pageSize, cursor },
    {
      of: ['transfers', query],
      select: (within, slice) => selectPage(within, filter, slice),
      count: (within) => countTransfers(within, filter),
      position: TIME_AND_ID,
      toItem: toTransfer,
    },
  );
}

/** What is between two venues. */
export async function listInFlight({ actor, db }: Context<Db>): Promise<Static<typeof MoneyInFlight>> {
  const rows = await sumInFlight(db, actor.tenant).execute();
  return rows.map(({ asset, amount, leaving, transfers }) => ({
    asset,
    amount,
    leaving,
    transfers: Number(transfers),
  }));
}
