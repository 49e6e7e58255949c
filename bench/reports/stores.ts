import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sql } from 'postgres';
import { systemClock, type Clock } from '../../src/kernel/index.ts';
import { creditingProjection, tidyPayouts } from '../../src/partner/crediting/index.ts';
import { loadDemo } from '../../src/partner/demo/index.ts';
import { openFacts, type Facts, type FactsContext } from '../../src/partner/facts/handle/index.ts';
import { rewardDerivation } from '../../src/partner/rewards/index.ts';
import { namesProjection } from '../../src/partner/wallets/index.ts';
import { openLocalStorage } from '../../src/platform/storage/index.ts';
import { CREDIT } from './credit.ts';
import { copyAll, startRelational } from './postgres.ts';

export interface Stores {
  readonly facts: Facts;
  readonly sql: Sql;
  close(): Promise<void>;
}

export interface StoresOptions {
  readonly orders: number;
  readonly memoryLimitBytes: number;
  /** Where they are kept for the next time; without it they are made anew each time. */
  readonly folder: string | undefined;
  /** Whether PostgreSQL gets a copy of the rows. */
  readonly isCopied?: boolean;
}

/** A program of two years in the fact store, and the same rows in PostgreSQL. */
export async function openStores({
  orders,
  memoryLimitBytes,
  folder: kept,
  isCopied = true,
}: StoresOptions): Promise<Stores> {
  const folder =
    kept === undefined ? await mkdtemp(join(tmpdir(), 'quaestor-bench-')) : join(kept, String(orders));
  await mkdir(folder, { recursive: true });
  // Root runs the database as another account, which has to enter the folder and read from it.
  await chmod(folder, 0o755);
  const relational = await startRelational(folder);
  const facts = await openFacts({
    db: relational.database.db,
    storage: openLocalStorage({ folder: join(folder, 'files'), secret: Buffer.alloc(32), publicUrl: '' }),
    folder: join(folder, 'facts'),
    threads: 2,
    memoryLimitBytes,
    // Room for all who ask DuckDB directly at once.
    readers: 64,
    derivations: [rewardDerivation],
    guards: [],
    projections: [creditingProjection, namesProjection],
  });
  await facts.ready;
  await once(join(folder, 'loaded'), () => loadDemo(contextOf(facts, systemClock), { seed: 1, orders }));
  await once(join(folder, 'credited'), async () => {
    await facts.database.write(async (session) => {
      for (const statement of CREDIT) await session.run(statement);
    });
    await tidyPayouts(contextOf(facts, systemClock));
  });
  if (isCopied) await once(join(folder, 'copied'), () => copyAll(facts.database, relational.sql, folder));
  return {
    facts,
    sql: relational.sql,
    close: async () => {
      await facts.close();
      await relational.close();
      if (kept === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Leaves a mark when it is done. */
async function once(mark: string, work: () => Promise<unknown>): Promise<void> {
  if (existsSync(mark)) return;
  await work();
  await writeFile(mark, '');
}

export const contextOf = (facts: Facts, clock: Clock, partnerUid?: string): FactsContext => ({
  actor: {
    kind: 'client',
    id: 'bench',
    tenant: 'bench',
    scopes: new Set(['reports:view', 'facts:write']),
    partnerUid,
  },
  clock,
  db: facts.db,
  facts,
  traceId: 'bench',
  signal: new AbortController().signal,
});
