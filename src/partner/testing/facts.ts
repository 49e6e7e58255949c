import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Db } from '../../platform/postgres/index.ts';
import { openLocalStorage, type Storage } from '../../platform/storage/index.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { creditingProjection, ledgerGuards } from '../crediting/index.ts';
import { ingest, type Source, type Summary } from '../facts/intake/index.ts';
import { openFacts, type Facts, type FactsOptions, type FactsContext } from '../facts/handle/index.ts';
import { rewardDerivation } from '../rewards/index.ts';
import { namesProjection } from '../wallets/index.ts';

export type FactRow = Readonly<Record<string, string | number | boolean | null>>;

const NOW: Date = new Date('2024-06-01T12:00:00.000Z');

/** A small store in a folder, with everything that the program keeps in one. The log is in the database and the folder. */
export async function openTestFacts(
  folder: string,
  db: Db,
  change: Partial<FactsOptions> = {},
): Promise<Facts> {
  const facts = await openFacts({ ...testOptions(folder, db), ...change });
  await facts.ready;
  return facts;
}

export const testOptions = (folder: string, db: Db): FactsOptions => ({
  db,
  storage: testStorage(folder),
  folder: join(folder, 'facts'),
  threads: 1,
  memoryLimitBytes: 512 * 2 ** 20,
  readers: 2,
  derivations: [rewardDerivation],
  guards: ledgerGuards,
  projections: [creditingProjection, namesProjection],
});

export const testStorage = (folder: string): Storage =>
  openLocalStorage({ folder: join(folder, 'files'), secret: Buffer.alloc(32), publicUrl: '' });

/** A store with a log of its own, until `close`. */
export async function openTestStore(folder: string): Promise<Facts> {
  const database = await openTestDatabase({ poolSize: 2 });
  // It has no other writer to leave the lease to, however slow the machine is.
  const facts = await openTestFacts(folder, database.db, { leaseMs: 60_000 });
  return {
    ...facts,
    close: async () => {
      await facts.close();
      await database.drop();
    },
  };
}

/** A store and a log of their own for one test. */
export async function testFacts(): Promise<FactsContext> {
  const db = await openTestStore(temporaryFolder());
  onTestFinished(() => db.close());
  return contextOf(db);
}

export function contextOf(facts: Facts, partnerUid?: string): FactsContext {
  return {
    actor: { kind: 'system', id: 'test', tenant: 'test', scopes: new Set(), partnerUid },
    clock: { now: () => NOW },
    db: facts.db,
    facts,
    traceId: 'test',
    signal: new AbortController().signal,
  };
}

export const ndjson = (rows: readonly FactRow[]): Source =>
  textSource(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));

export function textSource(text: string | Uint8Array, format: 'ndjson' | 'csv' = 'ndjson'): Source {
  return { format, bytes: oneChunk(Buffer.from(text)) };
}

async function* oneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}

/** Takes facts in and fails unless all of them were taken. */
export async function put(
  context: FactsContext,
  kind: string,
  ...rows: readonly FactRow[]
): Promise<Summary> {
  const summary = await ingest(context, { kind, source: ndjson(rows) });
  if (summary.refused > 0) {
    throw new Error(`${kind}: ${summary.errors.map((e) => `${e.line} ${e.field} ${e.reason}`).join('; ')}`);
  }
  return summary;
}

/** In how many pieces the orders are stored, and in how many if those of a partner and a month were in one piece. */
export async function piecesOf({ facts }: FactsContext): Promise<{ pieces: number; fewest: number }> {
  const [counted] = await facts.database.query<{ pieces: number; fewest: number }>(`
    select count(*) as pieces, count(distinct place) as fewest
    from (select place, lag(place) over (order by row_number) as before from (
      select row(date_trunc('month', closed_at), partner_no) as place, rowid as row_number from orders))
    where before is distinct from place`);
  return counted ?? { pieces: 0, fewest: 0 };
}
