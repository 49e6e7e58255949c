import { randomUUID } from 'node:crypto';
import { openClickhouse, type Clickhouse } from '../../platform/clickhouse/index.ts';
import { clickhouseEngine, publish, type Facts } from '../facts/index.ts';

interface ClickhouseDatabase extends Clickhouse {
  drop(): Promise<void>;
}

/** A database of its own in a server. */
export async function openClickhouseDatabase(url: string): Promise<ClickhouseDatabase> {
  const server = { url, username: 'default', password: '', connections: 8 };
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = openClickhouse({ ...server, database: 'default' });
  await admin.run(`create database ${database}`);
  const clickhouse = openClickhouse({ ...server, database });
  return {
    query: (...statement) => clickhouse.query(...statement),
    stream: (...statement) => clickhouse.stream(...statement),
    run: (...statement) => clickhouse.run(...statement),
    insertFile: (...statement) => clickhouse.insertFile(...statement),
    saveFile: (...statement) => clickhouse.saveFile(...statement),
    close: () => clickhouse.close(),
    async drop() {
      await clickhouse.close();
      await admin.run(`drop database ${database} sync`);
      await admin.close();
    },
  };
}

/** The same facts, as ClickHouse serves them; they must not change any more. */
export async function serveByClickhouse(facts: Facts, url: string): Promise<Facts> {
  const clickhouse = await openClickhouseDatabase(url);
  await publish({ ...facts, clickhouse });
  return {
    ...facts,
    engine: clickhouseEngine({ ...facts, clickhouse }),
    async close() {
      await clickhouse.drop();
      await facts.close();
    },
  };
}
