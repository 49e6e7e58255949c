import { randomUUID } from 'node:crypto';
import {
  openClickhouse,
  openCluster,
  type Cluster,
  type ClusterOptions,
} from '../../platform/clickhouse/index.ts';
import { CLUSTER } from '../../testing/clickhouse/start.ts';
import { clickhouseEngine, publish, type Facts } from '../facts/index.ts';

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
