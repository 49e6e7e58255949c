import type { Static } from 'typebox';
import type { Context } from '../../../kernel/index.ts';
import { findAccountable } from '../../../platform/auth/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { readCursorPage, TIME_AND_ID } from '../../../platform/lists/index.ts';
import { lower, readFilter } from '../../../platform/lucene/index.ts';
import { readPeriod } from '../../period.ts';
import { FIELDS } from './fields.ts';
import type { WithdrawalPage, WithdrawalQuery } from '../schema.ts';
import { toStatus } from '../status.ts';
import { countFiltered, countWithdrawals, selectPage, type Filter, type ReadRow } from './store.ts';
import { toDetail } from './expand.ts';

/** One page, newest first. */
export async function listWithdrawals(
  context: Context<Db>,
  { pageNumber, pageSize, cursor, expand, ...query }: WithdrawalQuery,
): Promise<Static<typeof WithdrawalPage>> {
  const filter = toFilter(context.actor.tenant, query);
  const isCounted = filter.condition === undefined && filter.from === undefined && filter.to === undefined;
  const { actor, db, clock } = context;
  const now = clock.now();
  const people = expand === undefined ? [] : await findAccountable(db, { by: actor.id, at: now });
  return readCursorPage(
    context,
    { pageNumber, pageSize, cursor },
    {
      of: ['withdrawals', query],
      select: (within, slice) => selectPage(within, filter, slice, expand === 'approvals'),
      count: (within) => (isCounted ? countWithdrawals(within, filter) : countFiltered(within, filter)),
      position: TIME_AND_ID,
      toItem: (row: ReadRow) => toDetail(row, { actor, people, now }),
    },
  );
}

function toFilter(tenant: string, query: WithdrawalQuery): Filter {
  const { status, venue, asset, simulated, q } = query;
  return {
    tenant,
    status: status && toStatus(status),
    venue: venue || undefined,
    asset: asset || undefined,
    simulated,
    condition: q === undefined ? undefined : lower(readFilter('q', q, FIELDS)),
    ...readPeriod(query),
  };
}
