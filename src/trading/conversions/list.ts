import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { readCursorPage, TIME_AND_ID } from '../../platform/lists/index.ts';
import { lower, readFilter } from '../../platform/lucene/index.ts';
import { toConversion } from './conversion.ts';
import { FIELDS } from './fields.ts';
import type { ConversionPage, ConversionQuery } from './schema.ts';
import { countConversions, selectPage } from './store.ts';

/** One page, newest first. */
export async function listConversions(
  context: Context<Db>,
  { q = '*:*', ...page }: ConversionQuery,
): Promise<Static<typeof ConversionPage>> {
  const { tenant } = context.actor;
  const condition = lower(readFilter('q', q, FIELDS));
  return readCursorPage(context, page, {
    select: (db, slice) => selectPage(db, tenant, condition, slice),
    count: (db) => countConversions(db, tenant, condition),
    position: TIME_AND_ID,
    toItem: toConversion,
  });
}
