import { randomUUID } from 'node:crypto';
import {
  openClickhouse,
  openCluster,
  type Clickhouse,
  type Cluster,
  type ClusterOptions,
} from '../../platform/clickhouse/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { CLUSTER } from '../../testing/clickhouse/start.ts';
import { clickhouseEngine, publish } from '../facts/serving/index.ts';
import type { Facts } from '../facts/handle/index.ts';

/** How to reach servers that were started together, one for each shard. */
export const clusterOptions = (urls: readonly string[], database = 'default'): ClusterOptions => ({
  nodes: urls.map((url) => [url]),
  name: CLUSTER,
  isReplicated: false,
  username: 'default',
  password: '',
  database,
  connections: 8,
});

interface TestCluster extends Cluster {
  readonly options: ClusterOptions;
  drop(): Promise<void>;
}

/** A database of its own in each server. */
export async function openTestCluster(urls: readonly string[]): Promise<TestCluster> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const onAll = async (sql: string): Promise<void> => {
    for (const url of urls) {
      const admin = openClickhouse({ ...clusterOptions(urls), url });
      await admin.run(sql);
      await admin.close();
    }
  };
  await onAll(`create database ${database}`);
  const options = clusterOptions(urls, database);
  const cluster = openCluster(options);
  return {
    ...cluster,
    options,
    async drop() {
      await cluster.close();
      await onAll(`drop database ${database} sync`);
    },
  };
}

/** A statement that changes something on a server. */
export interface Change {
  readonly url: string;
  readonly sql: string;
  readonly make: () => Promise<void>;
}

/** The same cluster, in which a function decides what becomes of changes. */
export function changing(cluster: Cluster, handle: (change: Change) => Promise<void>): Cluster {
  const wrap = (url: string, node: Clickhouse): Clickhouse => ({
    query: (...statement) => node.query(...statement),
    stream: (...statement) => node.stream(...statement),
    saveFile: (...statement) => node.saveFile(...statement),
    close: () => node.close(),
    run: (sql, ...options) => handle({ url, sql, make: () => node.run(sql, ...options) }),
    insertFile: (table, ...options) =>
      handle({ url, sql: `insert into ${table}`, make: () => node.insertFile(table, ...options) }),
  });
  return { ...cluster, at: (url) => wrap(url, cluster.at(url)) };
}

/** The orders that hold on each shard, by partner. */
export async function ordersByShard(cluster: Cluster, db: Db): Promise<Record<string, number>[]> {
  const { generation } = await db.selectFrom('served_facts').select('generation').executeTakeFirstOrThrow();
  return Promise.all(
    cluster.nodes.flat().map(async (url) => {
      const found = await cluster.at(url).query<{ partner_no: string; orders: number }>(
        `select partner_no, count(*) as orders from orders_${generation}
          where until = 4294967295 group by partner_no`,
      );
      return Object.fromEntries(found.map(({ partner_no, orders }) => [partner_no, orders]));
    }),
  );
}

/** The rows of the set of tables that was begun last, on all servers. */
export async function countRows(cluster: Cluster, db: Db): Promise<number> {
  const { filling } = await db.selectFrom('served_facts').select('filling').executeTakeFirstOrThrow();
  const counts = await Promise.all(
    cluster.nodes.flat().map(async (url) => {
      const [found] = await cluster.at(url).query<{ rows: number }>(
        `select sum(rows) as rows from system.parts
          where active and database = currentDatabase() and match(table, '_${filling}$')`,
      );
      return found?.rows ?? 0;
    }),
  );
  return counts.reduce((sum, rows) => sum + rows, 0);
}

/** The same facts, as ClickHouse serves them; they must not change any more. */
export async function serveByClickhouse(facts: Facts, urls: readonly string[]): Promise<Facts> {
  const cluster = await openTestCluster(urls);
  await publish({ ...facts, cluster });
  return {
    ...facts,
    engine: clickhouseEngine({ ...facts, cluster }),
    async close() {
      await cluster.drop();
      await facts.close();
    },
  };
}
