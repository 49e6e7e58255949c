import { Problem } from '../../../../kernel/index.ts';
import type { Clickhouse } from '../../../../platform/clickhouse/index.ts';
import type { Duckdb } from '../../../../platform/duckdb/index.ts';
import type { Db } from '../../../../platform/postgres/index.ts';
import type { Engine, Reader, View } from '../engine.ts';
import { dialectOf } from './dialect.ts';
import { selectPublished } from './store.ts';

interface Parts {
  readonly clickhouse: Clickhouse;
  readonly db: Db;
  /** Its parser checks the statements of reports. */
  readonly database: Pick<Duckdb, 'parse'>;
}

/** Answers from the version that ClickHouse serves. It knows a partner by its uid. */
export function clickhouseEngine({ clickhouse, db, database }: Parts): Engine {
  const published = async () => {
    const found = await selectPublished(db).executeTakeFirstOrThrow();
    if (found.version > 0) return found;
    throw new Problem('unavailable', 'ClickHouse does not have the facts yet: they are being copied.', {
      headers: { 'retry-after': '5' },
    });
  };
  const view = async (): Promise<View> => {
    const reader: Reader = {
      dialect: dialectOf(await published()),
      query: (...statement) => clickhouse.query(...statement),
      parse: (sql) => database.parse(sql),
    };
    return {
      ...reader,
      stream: (...statement) => clickhouse.stream(...statement),
      // A version never changes.
      snapshot: (work) => work(reader),
    };
  };
  return {
    revision: undefined,
    async state() {
      const { applied, as_of: asOf } = await published();
      return { applied, asOf };
    },
    async partnerState(partnerUid, signal) {
      const found = await published();
      const dialect = dialectOf(found);
      const renamed = await clickhouse.query<{ account_name: string }>(
        `select account_name from (${dialect.rows('renamed_accounts', 'true')}) renamed
          where partner_account in (select partner_account from (${dialect.rows('partner_accounts', 'partner_no = $1')}) own)
          order by partner_account`,
        [partnerUid],
        { signal },
      );
      return {
        applied: found.applied,
        asOf: found.as_of,
        partnerNo: partnerUid,
        names: renamed.length === 0 ? null : renamed.map(({ account_name: name }) => name),
      };
    },
    view,
    async position() {
      const { applied, as_of: asOf } = await selectPublished(db).executeTakeFirstOrThrow();
      return { applied, asOf };
    },
  };
}
