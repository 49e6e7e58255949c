import type { Static } from 'typebox';
import { Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { lower, readFilter, type Query } from '../lucene/index.ts';
import { readPage } from '../page.ts';
import { toConversion } from './conversion.ts';
import { FIELDS } from './fields.ts';
import type { ConversionPage, ConversionQuery } from './schema.ts';
import { countConversions, limitTime, selectPage } from './store.ts';

const PATTERN_TIMEOUT_MS = 5_000;
const QUERY_CANCELED = '57014';

/** One page, newest first. */
export async function listConversions(
  { actor, db }: Context<Db>,
  { q = '*:*', ...page }: ConversionQuery,
): Promise<Static<typeof ConversionPage>> {
  const filter = readFilter('q', q, FIELDS);
  const condition = lower(filter);
  return readPage(page, async ({ limit, offset }) => {
    const read = (db: Db) =>
      Promise.all([
        countConversions(db, actor.tenant, condition).executeTakeFirstOrThrow(),
        limit === 0 ? [] : selectPage(db, actor.tenant, condition, limit, offset).execute(),
      ]);
    const [{ total }, rows] = await (hasPatterns(filter) ? withinTime(db, read) : read(db));
    return { total: Number(total), items: rows.map(toConversion) };
  });
}

/** Patterns are compared with every row that the rest of the filter selects. */
const hasPatterns = (query: Query): boolean =>
  query.kind === 'boolean'
    ? query.clauses.some((clause) => hasPatterns(clause.query))
    : ['wildcard', 'regexp', 'fuzzy'].includes(query.kind);

async function withinTime<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      await limitTime(tx, PATTERN_TIMEOUT_MS).execute();
      return read(tx);
    });
  } catch (error) {
    if ((error as { code?: unknown }).code !== QUERY_CANCELED) throw error;
    const limit = `${PATTERN_TIMEOUT_MS / 1000} s`;
    throw new Problem(
      'timed_out',
      `The filter took longer than ${limit}. Narrow it with exact terms, such as status:COMPLETED.`,
      { cause: error },
    );
  }
}
