import { LRUCache } from 'lru-cache';
import {
  firstAvailable,
  isUnavailable,
  unavailable,
  type ClickhouseReader,
  type Cluster,
  type ClusterNodes,
} from '../../../../platform/clickhouse/index.ts';
import type { Duckdb, Row } from '../../../../platform/duckdb/index.ts';
import type { Db } from '../../../../platform/postgres/index.ts';
import type { Engine, Reader, View } from '../engine.ts';
import { dialectOf, type Version } from './dialect.ts';
import { selectPublished } from './store.ts';

interface Parts {
  readonly cluster: Cluster;
  readonly db: Db;
  /** Its parser checks the statements of reports. */
  readonly database: Pick<Duckdb, 'parse'>;
}

interface Published extends Version {
  readonly nodes: ClusterNodes;
}

/** What a version has of a partner besides its rows. */
interface Place {
  /** Undefined if the partner has no rows. */
  readonly shard: number | undefined;
  readonly names: readonly string[] | null;
}

const MAX_PLACES = 10_000;

/** Answers from the version that ClickHouse serves. It knows a partner by its uid. */
export function clickhouseEngine({ cluster, db, database }: Parts): Engine {
  // A version never changes.
  const places = new LRUCache<string, Place>({ max: MAX_PLACES });
  let turn = 0;

  async function published() {
    const found = await selectPublished(db).executeTakeFirstOrThrow();
    if (found.version > 0 && found.nodes.length > 0) return found;
    throw unavailable('ClickHouse does not have the facts yet: they are being copied.', undefined);
  }

  /** Asks one of several servers: each in turn, and another one if it is not available. */
  function oneOf(urls: readonly string[], sentence?: string): ClickhouseReader {
    turn += 1;
    const start = turn % urls.length;
    const nodes = [...urls.slice(start), ...urls.slice(0, start)].map((url) => cluster.at(url));
    return explained(firstAvailable(nodes), sentence);
  }

  async function findPlace(found: Published, partnerUid: string, signal?: AbortSignal): Promise<Place> {
    const key = `${found.version} ${partnerUid}`;
    const known = places.get(key);
    if (known) return known;
    const dialect = dialectOf(found, false);
    const [row] = await oneOf(found.nodes.flat()).query<{ shard: number | null; names: string[] }>(
      `select (select shard from (${dialect.rows('placements', 'partner_uid = $1')}) placed) as shard,
        (select groupArray(account_name) from (
          select account_name from (${dialect.rows('renamed_accounts', 'true')}) renamed
          where partner_account in (select partner_account from (${dialect.rows('partner_accounts', 'partner_no = $1')}) own)
          order by partner_account) named) as names`,
      [partnerUid],
      { signal },
    );
    const names = row?.names ?? [];
    const place = { shard: row?.shard ?? undefined, names: names.length === 0 ? null : names };
    places.set(key, place);
    return place;
  }

  /** The servers that have all rows that a view reads. */
  async function readerFor(
    found: Published,
    partnerUid: string | undefined,
    signal?: AbortSignal,
  ): Promise<ClickhouseReader> {
    const { nodes } = found;
    if (nodes.length === 1) return oneOf(nodes.flat());
    if (partnerUid === undefined) {
      const sentence = `This report reads all ${nodes.length} shards of ClickHouse, and not all of them are available at present.`;
      // Servers wait long for each other.
      await Promise.all(nodes.map((urls) => oneOf(urls, sentence).query('select 1', [], { signal })));
      return oneOf(nodes.flat(), sentence);
    }
    const { shard } = await findPlace(found, partnerUid, signal);
    if (shard === undefined) return oneOf(nodes.flat());
    return oneOf(
      nodes[shard] ?? [],
      `Shard ${shard + 1} of the ${nodes.length} shards of ClickHouse, which has the facts of this partner, is not available at present. Partners of other shards are served.`,
    );
  }

  return {
    revision: undefined,
    async state() {
      const { applied, as_of: asOf } = await published();
      return { applied, asOf };
    },
    async partnerState(partnerUid, signal) {
      const found = await published();
      const { names } = await findPlace(found, partnerUid, signal);
      return { applied: found.applied, asOf: found.as_of, partnerNo: partnerUid, names };
    },
    async view(partnerUid, signal): Promise<View> {
      const found = await published();
      const asked = await readerFor(found, partnerUid, signal);
      const reader: Reader = {
        dialect: dialectOf(found, partnerUid === undefined && found.nodes.length > 1),
        query: (...statement) => asked.query(...statement),
        parse: (sql) => database.parse(sql),
      };
      return {
        ...reader,
        stream: (...statement) => asked.stream(...statement),
        // A version never changes.
        snapshot: (work) => work(reader),
      };
    },
    async position() {
      const { applied, as_of: asOf } = await selectPublished(db).executeTakeFirstOrThrow();
      return { applied, asOf };
    },
  };
}

/** The same, which says what it means for the caller that servers are not available. */
function explained(reader: ClickhouseReader, sentence: string | undefined): ClickhouseReader {
  if (sentence === undefined) return reader;
  const explain = (error: unknown): never => {
    throw isUnavailable(error) ? unavailable(sentence, error) : error;
  };
  return {
    query: <T extends object = Row>(...statement: Parameters<ClickhouseReader['query']>): Promise<T[]> =>
      reader.query<T>(...statement).catch(explain),
    async *stream<T extends object = Row>(
      ...statement: Parameters<ClickhouseReader['stream']>
    ): AsyncGenerator<T[], void, undefined> {
      try {
        yield* reader.stream<T>(...statement);
      } catch (error) {
        explain(error);
      }
    },
  };
}
