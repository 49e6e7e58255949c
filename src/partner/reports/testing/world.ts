import { afterAll, inject } from 'vitest';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import { KINDS } from '../../facts/kinds/index.ts';
import type { Facts, FactsContext } from '../../facts/handle/index.ts';
import { serveByClickhouse } from '../../testing/clickhouse.ts';
import { openTestStore, put, type FactRow } from '../../testing/facts.ts';

export const NOW: Date = new Date('2024-06-01T12:00:00.000Z');

/** Facts by kind, and rows of payouts by table. */
export type World = Readonly<Record<string, readonly FactRow[]>>;

const PAYOUTS = ['credited_rewards', 'progress_rewards', 'progress_reward_details', 'renamed_accounts'];

/** A store for the whole suite, filled with a world; served by ClickHouse in the run of `npm run test:clickhouse`. */
export async function openWorld(world: World): Promise<Facts> {
  const folder = makeFolder();
  const facts = await openTestStore(folder);
  let served = facts;
  afterAll(async () => {
    await served.close();
    await removeFolder(folder);
  });
  for (const { name } of KINDS) {
    const rows = world[name] ?? [];
    if (rows.length > 0) await put(contextFor(facts), name, ...rows);
  }
  await facts.database.write(async (session) => {
    for (const table of PAYOUTS) {
      const rows = world[table] ?? [];
      const [first = {}] = rows;
      const names = Object.keys(first);
      const values = rows.map((row) => `(${names.map((name) => literal(row[name] ?? null)).join(', ')})`);
      if (rows.length === 0) continue;
      await session.run(`insert into ${table} (${names.join(', ')}) values ${values.join(', ')}`);
      if (!names.includes('partner_uid')) continue;
      await session.run(`update ${table} set partner_no = p.partner_no from partners p
        where p.partner_uid = ${table}.partner_uid`);
    }
  });
  const clickhouseUrls = inject('clickhouseUrls') as readonly string[] | undefined;
  if (clickhouseUrls !== undefined) served = await serveByClickhouse(facts, clickhouseUrls);
  return served;
}

const literal = (value: string | number | boolean | null): string => (value === null ? 'null' : `'${value}'`);

export const contextFor = (facts: Facts, partnerUid?: string): FactsContext => ({
  actor: {
    kind: 'client',
    id: 'test',
    tenant: 'test',
    scopes: new Set(['reports:view', 'facts:write']),
    partnerUid,
  },
  clock: { now: () => NOW },
  db: facts.db,
  facts,
  traceId: 'test',
  signal: new AbortController().signal,
});

/** The same numbers for the same seed. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    // Mulberry32.
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  maybe<T>(percent: number, value: T): T | null {
    return this.chance(percent) ? value : null;
  }
}
