import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Context } from '../../../kernel/index.ts';
import { prepareCrediting } from '../../crediting/index.ts';
import { KINDS, openFacts, type Facts } from '../../facts/index.ts';
import { rewardDerivation } from '../../rewards/index.ts';
import { put, type FactRow } from '../../testing/facts.ts';

export const NOW: Date = new Date('2024-06-01T12:00:00.000Z');

/** Facts by kind, and rows of payouts by table. */
export type World = Readonly<Record<string, readonly FactRow[]>>;

const PAYOUTS = ['credited_rewards', 'progress_rewards', 'progress_reward_details', 'renamed_accounts'];

/** A store for the whole suite, filled with a world. */
export async function openWorld(world: World): Promise<Facts> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-reports-'));
  const facts = await openFacts({
    path: join(folder, 'facts.duckdb'),
    spillFolder: join(folder, 'spill'),
    threads: 2,
    memoryLimitBytes: 512 * 2 ** 20,
    readers: 4,
    derivations: [rewardDerivation],
  });
  afterAll(async () => {
    await facts.database.close();
    await rm(folder, { recursive: true });
  });
  await prepareCrediting(facts);
  for (const { name } of KINDS) {
    const rows = world[name] ?? [];
    if (rows.length > 0) await put(contextFor(facts), name, ...rows);
  }
  await facts.database.write(async (session) => {
    for (const table of PAYOUTS) {
      for (const row of world[table] ?? []) {
        const names = Object.keys(row);
        const numbered = names.map((_, index) => `$${index + 1}`);
        await session.query(
          `insert into ${table} (${names.join(', ')}) values (${numbered.join(', ')})`,
          Object.values(row),
        );
        if (!('partner_uid' in row)) continue;
        await session.run(`update ${table} set partner_no = p.partner_no from partners p
          where p.partner_uid = ${table}.partner_uid and ${table}.partner_no is null`);
      }
    }
  });
  return facts;
}

export const contextFor = (db: Facts, partnerUid?: string): Context<Facts> => ({
  actor: { kind: 'client', id: 'test', tenant: 'test', scopes: new Set(['reports:view']), partnerUid },
  clock: { now: () => NOW },
  db,
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
