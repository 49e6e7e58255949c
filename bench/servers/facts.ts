import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { loadConfig } from '../../src/config/index.ts';
import { operatorContext, withFacts } from '../../src/process/index.ts';
import { fileSource, ingest, kindNamed, type Facts } from '../../src/partner/facts/index.ts';
import { parquetRows } from '../../src/partner/facts/source/columns.ts';
import {
  compareWithKnown,
  CREATE_WORK_TABLES,
  findTwice,
  refuseUnknown,
} from '../../src/partner/facts/store/batch.ts';
import { checkedRows } from '../../src/partner/facts/store/checks.ts';
import { countLines, writeRows } from '../../src/partner/facts/store/write.ts';

/*
 * Imports a Parquet file of orders into the fact store of a data folder, does the same without the log, rebuilds that
 * store from its log, or loads the file by the engine's own COPY into a bare table; tells its parent how long that took and the most memory it needed.
 */

class Undone extends Error {}

const [way = '', data = '', file = ''] = process.argv.slice(2);
const ways: Record<string, () => Promise<number>> = {
  import: importOrders,
  unlogged: insertOrders,
  rebuild: rebuildStore,
};
const seconds = await (ways[way] ?? copyOrders)();
const [, kib] = /VmHWM:\s+(\d+) kB/.exec(await readFile('/proc/self/status', 'utf8')) ?? [];
process.send?.({ seconds, peakMib: Number(kib) / 1024 });
process.exit(0);

async function importOrders(): Promise<number> {
  const source = await fileSource(file);
  return withStore(async (facts) => {
    const summary = await ingest(operatorContext(facts), { kind: 'orders', source });
    if (summary.refused > 0 || summary.accepted === 0)
      throw new Error(JSON.stringify(summary).slice(0, 1000));
  });
}

/** The import without the log, and without its commit, so that the same orders can be imported after it. */
function insertOrders(): Promise<number> {
  const kind = kindNamed('orders');
  return withStore(async ({ database, schema }) => {
    const inserting = database.write(async (session) => {
      const raw = await parquetRows(session, kind, file);
      await session.run(`
        ${CREATE_WORK_TABLES};
        create temp view checked as ${checkedRows(kind, raw)};
        create temp view batch as select line, ${Object.keys(kind.fields).join(', ')} from checked`);
      await session.query('select count(*) from checked where not ok');
      await session.run(findTwice(kind));
      for (const reference of kind.references) await session.run(refuseUnknown(kind, reference));
      await session.run(compareWithKnown(kind));
      await session.transaction(async () => {
        await writeRows(session, { kind, schema, number: 0, ...(await countLines(session)) });
        throw new Undone();
      });
    });
    await inserting.catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error;
    });
  });
}

function rebuildStore(): Promise<number> {
  return withStore((facts) => facts.rebuild());
}

function withStore(work: (facts: Facts) => Promise<void>): Promise<number> {
  return withFacts(loadConfig({ env: process.env, flags: { data } }), async (facts) => {
    const began = performance.now();
    await work(facts);
    return (performance.now() - began) / 1000;
  });
}

async function copyOrders(): Promise<number> {
  const form = way === 'copy-newest' ? { storage_compatibility_version: 'latest' } : {};
  const instance = await DuckDBInstance.create(join(data, `${way}.duckdb`), form);
  const connection = await instance.connect();
  await connection.run(`create or replace table bare as select * from read_parquet('${file}') limit 0`);
  const began = performance.now();
  await connection.run(`copy bare from '${file}' (format parquet)`);
  return (performance.now() - began) / 1000;
}
