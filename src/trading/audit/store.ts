import { sql } from 'kysely';
import { ONCE, statement, type Db } from '../../platform/postgres/index.ts';
import type { Condition } from '../lucene/index.ts';
import type { Slice } from '../page.ts';

const TENANT = 'acme';
const NO_CONDITION = ['true'];
const EVERYTHING: Condition = {
  fragments: Object.assign(NO_CONDITION, { raw: NO_CONDITION }),
  parameters: [],
};

const matching = (db: Db, tenant: string, { fragments, parameters }: Condition) =>
  db
    .selectFrom('audit_log')
    .modifyFront(ONCE)
    .where('tenant', '=', tenant)
    .where(sql<boolean>(fragments, ...parameters));

export const selectEntries = statement(
  [TENANT, EVERYTHING, { limit: 20, offset: 0, after: ['1'] }],
  (db, tenant: string, condition: Condition, { limit, offset, after: [last] = [] }: Slice) =>
    matching(db, tenant, condition)
      .selectAll()
      .select(sql<string>`id::text`.as('position'))
      .$if(last !== undefined, (query) => query.where('id', '<', last ?? ''))
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset),
);

export const countEntries = statement([TENANT, EVERYTHING], (db, tenant: string, condition: Condition) =>
  matching(db, tenant, condition).select(({ fn }) => fn.countAll<string>().as('total')),
);
