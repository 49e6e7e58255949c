import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { readCursorPage, TIME_AND_ID } from '../../platform/lists/index.ts';
import { lower, readFilter, within } from '../../platform/lucene/index.ts';
import { readPeriod } from '../period.ts';
import { toConversion } from './conversion.ts';
import { CREATED_AT, FIELDS } from './fields.ts';
import type { ConversionPage, ConversionQuery } from './schema.ts';
import { countConversions, selectPage } from './store.ts';

/** One page, newest first. */
export async function listConversions(
  context: Context<Db>,
  { q = '*:*', from, to, ...page }: ConversionQuery,
): Promise<Static<typeof ConversionPage>> {
  const { tenant } = context.actor;
  const condition = lower(within(readFilter('q', q, FIELDS), CREATED_AT, readPeriod({ from, to })));
  return readCursorPage(context, page, {
    of: ['conversions', { q, from, to }],
    select: (db, slice) => selectPage(db, tenant, condition, slice),
    count: (db) => countConversions(db, tenant, condition),
    position: TIME_AND_ID,
    toItem: toConversion,
  });
}
