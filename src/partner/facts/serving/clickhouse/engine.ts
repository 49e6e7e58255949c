import { LRUCache } from 'lru-cache';
import {
  firstAvailable,
  isTooLarge,
  isUnavailable,
  lacksColumn,
  unavailable,
  type ClickhouseReader,
  type Cluster,
  type ClusterNodes,
} from '../../../../platform/clickhouse/index.ts';
import type { Duckdb, Row } from '../../../../platform/duckdb/index.ts';
import type { Db } from '../../../../platform/postgres/index.ts';
import { logStore } from '../../log/index.ts';
import type { Engine, EngineState, OpenView, Reader } from '../engine.ts';
import { dialectOf, ofAnotherVersion, type Version } from './dialect.ts';
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
/** How long a position holds: requests that wait for a batch look far more often. */
const POSITION_HOLDS_MS = 100;

const UNAVAILABLE = 'The ClickHouse server that answers reports is not available at present.';
const TOO_LARGE =
  'ClickHouse has too little memory for this report. Ask for a shorter period or for fewer groups, or ask the operator to give it more.';

/** Answers from the version that ClickHouse serves. It knows a partner by its uid. */
export function clickhouseEngine({ cluster, db, database }: Parts): Engine {
  // A version never changes.
  const places = new LRUCache<string, Place>({ max: MAX_PLACES });
  let turn = 0;
  let position: Promise<EngineState> | undefined;
  let positionAt = -Infinity;

  async function readPosition(): Promise<EngineState> {
    const { applied, as_of: asOf } = await selectPublished(db).executeTakeFirstOrThrow();
    return { applied, asOf };
  }

  async function published() {
    const found = await selectPublished(db).executeTakeFirstOrThrow();
    if (found.version > 0 && found.nodes.length > 0) return found;
    throw unavailable('ClickHouse does not have the facts yet: they are being copied.', undefined);
  }

  /** Asks one of several servers: each in turn, and another one if it is not available. */
  function oneOf(urls: readonly string[], sentence = UNAVAILABLE): ClickhouseReader {
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

  const openView =
    (found: Published): OpenView =>
    async (partnerUid, signal) => {
      const asked = await readerFor(found, partnerUid, signal);
      const dialect = dialectOf(found, partnerUid === undefined && found.nodes.length > 1);
      const reader = (until?: AbortSignal): Reader => ({
        dialect,
        query: (sql, parameters, options) => asked.query(sql, parameters, { signal: until, ...options }),
        parse: (sql) => database.parse(sql),
      });
      return {
        ...reader(),
        stream: (...statement) => asked.stream(...statement),
        // A version never changes.
        snapshot: (work, until) => work(reader(until)),
      };
    };

  return {
    revision: undefined,
    async state() {
      const found = await published();
      return { applied: found.applied, asOf: found.as_of, view: openView(found) };
    },
    async partnerState(partnerUid, signal) {
      const found = await published();
      const { names } = await findPlace(found, partnerUid, signal);
      const { applied, as_of: asOf } = found;
      return { applied, asOf, partnerNo: partnerUid, names, view: openView(found) };
    },
    async position() {
      if (position === undefined || performance.now() - positionAt > POSITION_HOLDS_MS) {
        positionAt = performance.now();
        position = readPosition();
      }
      return position;
    },
    async lagSeconds(now) {
      const { applied } = await selectPublished(db).executeTakeFirstOrThrow();
      const [lacking] = await logStore.selectAfter(db, applied, 1).execute();
      return lacking ? Math.max(0, now.getTime() - lacking.created_at.getTime()) / 1000 : 0;
    },
  };
}

/** The same, which tells callers what it means for them, and not what is wrong with which server. */
function explained(reader: ClickhouseReader, sentence: string): ClickhouseReader {
  const explain = (error: unknown): never => {
    if (lacksColumn(error)) throw ofAnotherVersion(error);
    if (isTooLarge(error)) throw unavailable(TOO_LARGE, error);
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
