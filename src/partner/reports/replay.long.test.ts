import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { newTraceId, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { openTestDatabase } from '../../testing/database.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { credit } from '../crediting/index.ts';
import { KINDS } from '../facts/kinds/index.ts';
import type { Facts, FactsOptions } from '../facts/handle/index.ts';
import { openCopy } from '../facts/testing/copy.ts';
import { listAccounts } from '../wallets/index.ts';
import { contextOf, openTestFacts, put, testOptions } from '../testing/facts.ts';
import { REPORTS } from './declarations/index.ts';
import { readPartnerState } from './reading/index.ts';
import { historyOf, VOIDABLE, voidBatch } from './testing/history.ts';
import { ask, ASKING, questions } from './testing/questions.ts';
import { contextFor, Dice } from './testing/world.ts';

/** All that a store answers: reports and wallets of several partners, with their tags, what was credited, and which batch sent each fact. */
async function answersOf(facts: Facts): Promise<unknown> {
  const answers: unknown[] = [];
  for (const me of ASKING) {
    const { tag, asOf } = await readPartnerState(contextFor(facts, me));
    const wallets = await listAccounts(contextFor(facts, me));
    answers.push({ me, tag, asOf, wallets });
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
  for (const { name, key } of KINDS) {
    const table = name.replaceAll('-', '_');
    const rows = await facts.database.query(`select ${key.join(', ')}, sent_in from ${table} order by all`);
    answers.push([table, rows]);
  }
  return answers;
}

/** What a store says was credited to each account. */
const CREDITED = `
  select partner_account as account, sum(reward)::varchar as amount
  from (
    select partner_account, reward from credited_rewards
    union all select partner_account, reward from progress_rewards
  ) group by partner_account having sum(reward) <> 0 order by partner_account`;

test(
  'a store answers the same however it was made: by three processes in turn, in groups, with voids and large ' +
    'corrections, anew, from a snapshot, in another layout; and the wallets have what it says was credited',
  { timeout: 300_000 },
  async () => {
    await fc.assert(fc.asyncProperty(fc.integer(), compareStores), { numRuns: 1, endOnFailure: true });
  },
);

/** Three processes of one log, of which one writes. */
class Processes {
  readonly #start: (name: string) => Promise<Facts>;
  readonly #open = new Map<string, Facts>();

  constructor(start: (name: string) => Promise<Facts>) {
    this.#start = start;
  }

  async start(): Promise<Facts> {
    for (const name of ['first', 'second', 'third']) this.#open.set(name, await this.#start(name));
    return this.#findWriter();
  }

  /** Stops the process that writes, and starts it again when another one writes. */
  async handOver(): Promise<Facts> {
    const writer = await this.#findWriter();
    const [name = ''] = [...this.#open].find(([, facts]) => facts === writer) ?? [];
    this.#open.delete(name);
    await writer.close();
    const next = await this.#findWriter();
    this.#open.set(name, await this.#start(name));
    return next;
  }

  get all(): Record<string, Facts> {
    return Object.fromEntries(this.#open);
  }

  async close(): Promise<void> {
    for (const facts of this.#open.values()) await facts.close();
  }

  #findWriter(): Promise<Facts> {
    return Promise.any([...this.#open.values()].map((facts) => facts.lease.hold().then(() => facts)));
  }
}

async function compareStores(seed: number): Promise<void> {
  const folder = makeFolder();
  const database = await openTestDatabase({ poolSize: 8 });
  const processes = new Processes((name) =>
    openTestFacts(folder, database.db, { folder: join(folder, name) }),
  );
  let writer = await processes.start();
  const copies: Copy[] = [];
  const open = async (name: string, change: Partial<FactsOptions> = {}): Promise<Copy> => {
    const options = { ...testOptions(folder, database.db), folder: join(folder, name), ...change };
    const copy = await openCopy(options);
    copies.push(copy);
    return copy;
  };
  try {
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
    const waiting = new Set(['kyc', 'orders']);
    const voidable: number[] = [];
    for (const { kind, rows } of historyOf(seed)) {
      if (waiting.delete(kind)) writer = await processes.handOver();
      const { accepted, replaced } = await put(contextOf(writer), kind, ...rows);
      // A correction to what is known already makes no batch.
      if (VOIDABLE.has(kind) && accepted + replaced > 0) {
        voidable.push(writer.position.head);
        if (dice.chance(40)) await voidBatch(writer, dice.pick(voidable));
      }
      await rewritten.catchUp();
      if (kind === 'deposits') await writer.snapshot('anything');
      if (kind === 'orders' && dice.chance(40)) {
        await credit({ ...crediting, facts: writer }, { through: `2024-0${1 + dice.below(6)}-28` });
      }
    }
    await credit({ ...crediting, facts: writer }, { through: '2024-06-30' });
    const expected = await answersOf(writer);
    const wallets = await database.sql`
      select id as account, balance::numeric(38, 8)::text as amount from wallet_account
      where balance <> 0 order by id collate "C"`;
    const fromSnapshot = await open('snapshot');
    const rebuilt = await open('rebuilt');
    await rebuilt.rebuild();
    const { projections } = testOptions(folder, database.db);
    const changed = await open('changed', {
      projections: [...projections, { tables: 'create table more (n integer);', kinds: {} }],
    });
    const stores = { ...processes.all, grouped, rewritten, fromSnapshot, rebuilt, changed };
    for (const [name, store] of Object.entries(stores)) {
      await store.catchUp();
      const facts = { ...writer, ...store };
      expect([name, await answersOf(facts)]).toEqual([name, expected]);
      expect([name, await store.database.query(CREDITED)]).toEqual([name, [...wallets]]);
      const credited = await credit(
        { ...crediting, facts: { ...facts, lease: writer.lease } },
        { through: '2024-06-30' },
      );
      expect([name, credited]).toEqual([name, []]);
    }
  } finally {
    for (const copy of copies) await copy.close();
    await processes.close();
    await database.drop();
    await removeFolder(folder);
  }
}

type Copy = Awaited<ReturnType<typeof openCopy>>;
