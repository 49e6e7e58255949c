import { sql } from 'kysely';
import type { Slice } from '../../lists/index.ts';
import type { Condition } from '../../lucene/index.ts';
import { ONCE, statement, type Db } from '../../postgres/index.ts';
import { entriesOf } from './entries.ts';

interface Shown {
  readonly tenant: string;
  /** A condition in SQL. It is trusted: it becomes part of the SQL. */
  readonly where: string;
}

const SHOWN: Shown = { tenant: 'acme', where: entriesOf('partner') };
const NO_CONDITION = ['true'];
const EVERYTHING: Condition = {
  fragments: Object.assign(NO_CONDITION, { raw: NO_CONDITION }),
  parameters: [],
};

const matching = (db: Db, { tenant, where }: Shown, { fragments, parameters }: Condition) =>
  db
    .selectFrom('audit_log')
    .modifyFront(ONCE)
    .where('tenant', '=', tenant)
    .where(sql.raw<boolean>(where))
    .where(sql<boolean>(fragments, ...parameters));

export const selectEntries = statement(
  [SHOWN, EVERYTHING, { limit: 20, offset: 0, after: ['1'] }],
  (db, shown: Shown, condition: Condition, { limit, offset, after: [last] = [] }: Slice) =>
    matching(db, shown, condition)
      .selectAll()
      .select(sql<string>`id::text`.as('position'))
      .$if(last !== undefined, (query) => query.where('id', '<', last ?? ''))
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset),
);

export const countEntries = statement([SHOWN, EVERYTHING], (db, shown: Shown, condition: Condition) =>
  matching(db, shown, condition).select(({ fn }) => fn.countAll<string>().as('total')),
);
