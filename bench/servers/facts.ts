import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { loadConfig } from '../../src/config/index.ts';
import { openFactStore, operatorContext } from '../../src/process/index.ts';
import { fileSource, ingest } from '../../src/partner/facts/index.ts';

/*
 * Takes a Parquet file of orders in, either by an import into the fact store of a data folder or by the engine's own
 * COPY into a bare table, and tells its parent how long that took and how much memory it needed at most.
 */

const [way = '', data = '', file = ''] = process.argv.slice(2);
const seconds = way === 'import' ? await importOrders() : await copyOrders();
const [, kib] = /VmHWM:\s+(\d+) kB/.exec(await readFile('/proc/self/status', 'utf8')) ?? [];
process.send?.({ seconds, peakMib: Number(kib) / 1024 });
process.exit(0);

async function importOrders(): Promise<number> {
  const facts = await openFactStore(loadConfig({ env: process.env, flags: { data } }));
  const source = await fileSource(file);
  const began = performance.now();
  const summary = await ingest(operatorContext(facts), { kind: 'orders', source });
  const seconds = (performance.now() - began) / 1000;
  if (summary.refused > 0 || summary.accepted === 0) throw new Error(JSON.stringify(summary).slice(0, 1000));
  await facts.database.close();
  return seconds;
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
