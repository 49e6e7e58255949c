import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newTraceId, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { credit } from '../crediting/index.ts';
import { KINDS, type Facts, type FactsOptions } from '../facts/index.ts';
import { openCopy } from '../facts/testing/copy.ts';
import { contextOf, openTestFacts, put, testOptions, type FactRow } from '../testing/facts.ts';
import { REPORTS } from './declarations/index.ts';
import { readState } from './state.ts';
import { ask, ASKING, questions, world } from './testing/questions.ts';
import { contextFor, Dice } from './testing/world.ts';

interface Step {
  readonly kind: string;
  readonly rows: readonly FactRow[];
}

/** What facts of a kind may be corrected to. */
const CORRECTIONS: Readonly<Record<string, (dice: Dice) => FactRow>> = {
  orders: (dice) => ({ volume_lots: String(1 + dice.below(9)) }),
  rates: (dice) => ({ per_usd: `0.${1 + dice.below(9)}` }),
  clients: (dice) => ({ country: dice.pick(['PT', 'ES', 'DE']) }),
  'client-accounts': (dice) => ({ account_type: dice.pick(['standard', 'pro']) }),
  tariffs: (dice) => ({ second_level_percent: String(dice.below(20)) }),
  'partner-accounts': (dice) => ({ opened_on: `2023-01-0${1 + dice.below(9)}` }),
};

/** The facts of the world in batches, each kind after those it refers to, and corrections of any of them in between. */
function historyOf(seed: number): Step[] {
  const dice = new Dice(seed);
  const steps: Step[] = [];
  const sent = new Map<string, readonly FactRow[]>();
  for (const { name } of KINDS) {
    const rows = world[name] ?? [];
    const cut = dice.below(rows.length + 1);
    for (const part of [rows.slice(0, cut), rows.slice(cut)]) {
      if (part.length > 0) steps.push({ kind: name, rows: part });
    }
    sent.set(name, rows);
    for (const [kind, correct] of Object.entries(CORRECTIONS)) {
      const known = sent.get(kind) ?? [];
      if (known.length === 0 || !dice.chance(name === 'orders' ? 100 : 30)) continue;
      for (let times = dice.below(3); times >= 0; times -= 1)
        steps.push({ kind, rows: [{ ...dice.pick(known), ...correct(dice) }] });
    }
  }
  return steps;
}

/** All that a store answers: reports of several partners, with their tags, and what was credited. */
async function answersOf(facts: Facts): Promise<unknown> {
  const answers: unknown[] = [];
  for (const me of ASKING) {
    const { tag, asOf } = await readState(contextFor(facts, me));
    answers.push({ me, tag, asOf });
  }
  for (const report of REPORTS) {
    for (const asked of fc.sample(questions(report), { numRuns: 6, seed: 7 })) {
      const answer = await ask(facts, report, asked).catch((error: Error) => error.message);
      answers.push([report.name, asked, answer]);
    }
  }
  for (const table of ['credited_rewards', 'progress_rewards', 'progress_reward_details']) {
    const rows = await facts.database.query(`select * exclude (partner_no) from ${table} order by all`);
    answers.push([table, rows]);
  }
  return answers;
}

test(
  'a store answers the same however it was made: by batches, in groups, with large corrections, anew, from a snapshot, in another layout',
  { timeout: 180_000 },
  async () => {
    await fc.assert(fc.asyncProperty(fc.integer(), compareStores), { numRuns: 1, endOnFailure: true });
  },
);

async function compareStores(seed: number): Promise<void> {
  const folder = makeFolder();
  const database = await openTestDatabase();
  const writer = await openTestFacts(folder, database.db);
  const copies: Facts[] = [];
  const open = async (name: string, change: Partial<FactsOptions> = {}): Promise<Facts> => {
    const options = { ...testOptions(folder, database.db), folder: join(folder, name), ...change };
    const copy = { ...writer, ...(await openCopy(options)) };
    copies.push(copy);
    return copy;
  };
  try {
    const stepwise = await open('stepwise');
    const grouped = await open('grouped');
    const rewritten = await open('rewritten', { maxUpdatedRows: 0 });
    const crediting: Context<Db> = {
      actor: { kind: 'system', id: 'test', tenant: 'default', scopes: new Set() },
      db: database.db,
      clock: { now: () => new Date('2024-07-01T00:00:00.000Z') },
      traceId: newTraceId(),
      signal: new AbortController().signal,
    };
    const dice = new Dice(seed + 1);
    for (const { kind, rows } of historyOf(seed)) {
      await put(contextOf(writer), kind, ...rows);
      await stepwise.catchUp();
      await rewritten.catchUp();
      if (kind === 'deposits') await writer.snapshot('anything');
      if (kind === 'orders' && dice.chance(40)) {
        await credit(crediting, writer, { through: `2024-0${1 + dice.below(6)}-28` });
      }
    }
    await credit(crediting, writer, { through: '2024-06-30' });
    const expected = await answersOf(writer);
    await stepwise.catchUp();
    await rewritten.catchUp();
    await grouped.catchUp();
    const fromSnapshot = await open('snapshot');
    const rebuilt = await open('rebuilt');
    await rebuilt.rebuild();
    const { projections } = testOptions(folder, database.db);
    const changed = await open('changed', {
      projections: [...projections, { tables: 'create table more (n integer);', kinds: {} }],
    });
    const stores = { stepwise, grouped, rewritten, fromSnapshot, rebuilt, changed };
    for (const [name, facts] of Object.entries(stores)) {
      expect([name, await answersOf(facts)]).toEqual([name, expected]);
      expect([name, await credit(crediting, facts, { through: '2024-06-30' })]).toEqual([name, []]);
    }
  } finally {
    for (const copy of copies) await copy.close();
    await writer.close();
    await database.drop();
    await removeFolder(folder);
  }
}
