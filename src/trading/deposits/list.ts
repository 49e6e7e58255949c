import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import { readCursorPage, TIME_AND_ID } from '../../platform/lists/index.ts';
import { lower, readFilter } from '../../platform/lucene/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { readPeriod } from '../period.ts';
import { toDeposit } from './deposit.ts';
import { FIELDS } from './fields.ts';
import type { DepositPage, DepositQuery } from './schema.ts';
import { countDeposits, countFiltered, selectPage, type Filter } from './store.ts';

/** One page, newest first. */
export async function listDeposits(
  context: Context<Db>,
  { pageNumber, pageSize, cursor, ...query }: DepositQuery,
): Promise<Static<typeof DepositPage>> {
  const filter = toFilter(context.actor.tenant, query);
  const isCounted = filter.condition === undefined && filter.from === undefined && filter.to === undefined;
  return readCursorPage(
    context,
    { pageNumber, pageSize, cursor },
    {
      of: ['deposits', query],
      select: (within, slice) => selectPage(within, filter, slice),
      count: (within) => (isCounted ? countDeposits(within, filter) : countFiltered(within, filter)),
      position: TIME_AND_ID,
      toItem: toDeposit,
    },
  );
}

function toFilter(tenant: string, query: DepositQuery): Filter {
  const { status, venue, asset, q } = query;
  return {
    tenant,
    status,
    venue: venue || undefined,
    asset: asset || undefined,
    condition: q === undefined ? undefined : lower(readFilter('q', q, FIELDS)),
    ...readPeriod(query),
  };
}
