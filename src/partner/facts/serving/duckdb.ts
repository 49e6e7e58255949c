import { exactQuotient, type Duckdb } from '../../../platform/duckdb/index.ts';
import type { Position } from '../store/index.ts';
import type { Dialect, Engine, EngineState, PartnerState, View } from './engine.ts';

const DIALECT: Dialect = {
  rows: (table, condition) => `select * from ${table} where ${condition}`,
  materialized: (isExpensive) => (isExpensive ? 'materialized' : 'not materialized'),
  listOf: (column, condition) =>
    `array_agg(distinct ${column} order by ${column})${condition === undefined ? '' : ` filter (where ${condition})`}`,
  lower: (text) => `lower(${text})`,
  quotientOrder: exactQuotient,
};

/** No row has it. */
const UNKNOWN_PARTNER = -1;

const FIND_STATE = 'select applied, as_of as "asOf" from fact_state';

const FIND_PARTNER_STATE = `
  select applied, as_of as "asOf",
    coalesce((select partner_no from partners where partner_uid = $1), ${UNKNOWN_PARTNER}) as "partnerNo",
    (select array_agg(account_name order by partner_account) from renamed_accounts
      where partner_account in (select partner_account from partner_accounts where partner_uid = $1)) as names
  from fact_state`;

/** Answers from the store of this process. */
export function duckdbEngine(database: Duckdb, position: Position): Engine {
  const view: View = {
    dialect: DIALECT,
    query: (...statement) => database.query(...statement),
    parse: (sql) => database.parse(sql),
    stream: (...statement) => database.stream(...statement),
    snapshot: (work, signal) =>
      database.snapshot(
        (session) =>
          work({
            dialect: DIALECT,
            query: (...statement) => session.query(...statement),
            parse: (sql) => session.parse(sql),
          }),
        signal,
      ),
  };
  async function read<T extends object>(sql: string, parameters: readonly string[], signal?: AbortSignal) {
    const [state] = await database.query<T>(sql, parameters, { signal });
    if (!state) throw new Error('The fact store has no state.');
    return { ...state, view: async () => view };
  }
  return {
    get revision() {
      return database.revision;
    },
    state: (signal) => read<EngineState>(FIND_STATE, [], signal),
    partnerState: (partnerUid, signal) =>
      read<Omit<PartnerState, 'view'>>(FIND_PARTNER_STATE, [partnerUid], signal),
    position: async () => position,
    lagSeconds: async () => position.lagSeconds,
  };
}
