import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { lower, readFilter } from '../lucene/index.ts';
import { readCounted, readPage } from '../page.ts';
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
  return readPage(context, page, {
    read: (db, { limit, offset }) =>
      readCounted(selectPage(db, tenant, condition, limit, offset), countConversions(db, tenant, condition)),
    toItem: toConversion,
  });
}
