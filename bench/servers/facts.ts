import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { loadConfig } from '../../src/config/index.ts';
import { operatorContext, withFacts } from '../../src/process/index.ts';
import { fileSource, ingest } from '../../src/partner/facts/intake/index.ts';
import { type Facts, factsContext } from '../../src/partner/facts/handle/index.ts';
import { importUnlogged } from '../../src/partner/facts/testing/unlogged.ts';

/*
 * Imports a Parquet file of orders into the fact store of a data folder, does the same without the log, rebuilds that
 * store from its log, or loads the file by the engine's own COPY into a bare table; tells its parent how long that took and the most memory it needed.
 */

const [way = '', data = '', file = ''] = process.argv.slice(2);
const ways: Record<string, () => Promise<number>> = {
  import: importOrders,
  unlogged: importWithoutLog,
  rebuild: rebuildStore,
};
const seconds = await (ways[way] ?? copyOrders)();
const [, kib] = /VmHWM:\s+(\d+) kB/.exec(await readFile('/proc/self/status', 'utf8')) ?? [];
process.send?.({ seconds, peakMib: Number(kib) / 1024 });
process.exit(0);

async function importOrders(): Promise<number> {
  const source = await fileSource(file);
  return withStore(async (facts) => {
    const summary = await ingest(factsContext(operatorContext(facts.db), facts), { kind: 'orders', source });
    if (summary.refused > 0 || summary.accepted === 0)
      throw new Error(JSON.stringify(summary).slice(0, 1000));
  });
}

function importWithoutLog(): Promise<number> {
  return withStore((facts) => importUnlogged(facts, 'orders', file));
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
