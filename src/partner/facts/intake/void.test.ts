import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../testing/database.ts';
import { effort, thorough } from '../../../testing/effort.ts';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import { credit } from '../../crediting/index.ts';
import { contextOf, openTestFacts, put, testFacts, testOptions, type FactRow } from '../../testing/facts.ts';
import { order, putProgram, putTerms, rate, rise, tariff } from '../../testing/program.ts';
import { compactObjects, type Facts, type FactsContext } from '../handle/index.ts';
import { openCopy } from '../testing/copy.ts';
import { compareStore, readStatus, verifyFacts } from '../reading/index.ts';
import { voidFacts, type Voided } from './void.ts';

const crediting = (context: FactsContext): FactsContext => ({
  ...context,
  actor: { kind: 'system', id: 'test', tenant: 'default', scopes: new Set() },
  clock: { now: () => new Date('2024-07-01T00:00:00.000Z') },
});

const creditAll = (context: FactsContext) => credit(crediting(context), { through: '2024-06-30' });

const headOf = ({ facts }: FactsContext): number => facts.position.head;

const ratesOf = ({ database }: Pick<Facts, 'database'>) =>
  database.query('select currency, rate_date, per_usd::varchar as per_usd from rates order by all');

type Operation =
  | { readonly does: 'send'; readonly rates: Readonly<Record<string, number>> }
  | { readonly does: 'void batch'; readonly pick: number }
  | { readonly does: 'void facts'; readonly days: readonly string[] };

const DAYS = ['2024-03-01', '2024-03-02', '2024-03-03'];
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('send' as const),
      rates: fc.dictionary(fc.constantFrom(...DAYS), fc.integer({ min: 1, max: 3 }), { minKeys: 1 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('void batch' as const), pick: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      does: fc.constant('void facts' as const),
      days: fc.uniqueArray(fc.constantFrom(...DAYS), { minLength: 1, maxLength: 2 }),
    }),
  },
);

/** What was done to a day, in order; a send that was repeated word for word is not part of a batch. */
interface Event {
  readonly batch: number;
  readonly value: number | undefined;
}

/** A second opinion: the last event of a day whose batch was not voided. */
class Model {
  readonly #events = new Map<string, Event[]>(DAYS.map((day) => [day, []]));
  readonly #voided = new Set<number>();
  readonly sent: number[] = [];

  valueOf(day: string): number | undefined {
    return this.#lastOf(day)?.value;
  }

  #lastOf(day: string): Event | undefined {
    return (this.#events.get(day) ?? []).findLast(({ batch }) => !this.#voided.has(batch));
  }

  add(batch: number, values: readonly (readonly [string, number | undefined])[]): void {
    for (const [day, value] of values)
      if (this.valueOf(day) !== value) this.#events.get(day)?.push({ batch, value });
  }

  canVoid(batch: number): boolean {
    return !this.#voided.has(batch) && DAYS.some((day) => this.#lastOf(day)?.batch === batch);
  }

  isVoided(batch: number): boolean {
    return this.#voided.has(batch);
  }

  void(batch: number): void {
    this.#voided.add(batch);
  }

  get rates(): unknown[] {
    return DAYS.flatMap((rate_date) => {
      const value = this.valueOf(rate_date);
      return value === undefined ? [] : [{ currency: 'EUR', rate_date, per_usd: `${value}.00000000` }];
    });
  }
}

const outcome = (voiding: Promise<Voided>): Promise<unknown> =>
  voiding.then(
    ({ voids, withdrawn }) => voids ?? withdrawn,
    (error: { code?: unknown }) => error.code,
  );

/** Does one thing to both, and returns what the call answered and what the model expects of it. */
async function follow(
  context: FactsContext,
  model: Model,
  done: Operation,
): Promise<{ answer: unknown; expected: unknown }> {
  const next = headOf(context) + 1;
  const refused = 'unprocessable';
  if (done.does === 'send') {
    const values = Object.entries(done.rates);
    await put(context, 'rates', ...values.map(([day, value]) => rate('EUR', day, String(value))));
    model.add(next, values);
    if (headOf(context) === next) model.sent.push(next);
    return { answer: undefined, expected: undefined };
  }
  if (done.does === 'void facts') {
    const facts = done.days.map((rate_date) => ({ currency: 'EUR', rate_date }));
    const answer = await outcome(voidFacts(context, { kind: 'rates', facts }));
    if (done.days.some((day) => model.valueOf(day) === undefined)) return { answer, expected: refused };
    model.add(
      next,
      done.days.map((day) => [day, undefined] as const),
    );
    return { answer, expected: facts.length };
  }
  const batch = model.sent[done.pick % model.sent.length];
  if (batch === undefined) return { answer: undefined, expected: undefined };
  const isVoided = model.isVoided(batch);
  const canVoid = model.canVoid(batch);
  if (canVoid) model.void(batch);
  const expected = canVoid || isVoided ? batch : refused;
  return { answer: await outcome(voidFacts(context, { batch })), expected };
}

thorough(
  'a voided batch leaves every key as if it had never been sent, in every copy of the log, also after compaction',
  async () => {
    const folder = makeFolder();
    const database = await openTestDatabase({ poolSize: 4 });
    const { db } = database;
    const facts = await openTestFacts(folder, db);
    const context = contextOf(facts);
    const grouped = await openCopy({ ...testOptions(folder, db), folder: join(folder, 'grouped') });
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { minLength: 6, maxLength: 10 }), async (operations) => {
          const left = (await ratesOf(facts)) as { currency: string; rate_date: string }[];
          const keys = left.map(({ currency, rate_date }) => ({ currency, rate_date }));
          if (keys.length > 0) await voidFacts(context, { kind: 'rates', facts: keys });
          const model = new Model();
          for (const each of operations) {
            const { answer, expected } = await follow(context, model, each);
            expect(answer).toEqual(expected);
            expect(await ratesOf(facts)).toEqual(model.rates);
          }
          await grouped.catchUp();
          expect(await ratesOf(grouped)).toEqual(model.rates);
        }),
        { numRuns: effort(1, 4), endOnFailure: true },
      );
      const expected = await ratesOf(facts);
      expect(await compactObjects(context)).toBeGreaterThan(effort(2, 15));
      const rebuilt = await openCopy({ ...testOptions(folder, db), folder: join(folder, 'rebuilt') });
      await rebuilt.rebuild();
      expect(await ratesOf(rebuilt)).toEqual(expected);
      await rebuilt.close();
      expect(compareStore(await readStatus(context))).toEqual([]);
      expect(await verifyFacts(context)).toMatchObject({ faults: [] });
    } finally {
      await grouped.close();
      await facts.close();
      await database.drop();
      await removeFolder(folder);
    }
  },
);

async function program(): Promise<FactsContext> {
  const context = await testFacts();
  await putProgram(context);
  await putTerms(context);
  return context;
}

const balances = async ({ facts }: FactsContext): Promise<unknown> =>
  facts.database.query(`
    select partner_account, sum(reward_usd)::varchar as usd from credited_rewards
    group by partner_account order by partner_account`);

thorough(
  'rewards follow a void, credited days become adjustments, and facts sent again count again',
  async () => {
    const context = await program();
    await put(context, 'orders', order(1));
    await put(context, 'orders', order(2), order(3));
    const batch = headOf(context);
    await creditAll(context);
    expect(await balances(context)).toEqual([
      { partner_account: '700000', usd: '3.00000000' },
      { partner_account: '700001', usd: '30.00000000' },
    ]);

    expect(await voidFacts(context, { batch })).toMatchObject({ voids: batch, withdrawn: 2, restored: 0 });
    await context.facts.rebuild();
    expect(await creditAll(context)).toMatchObject([{ kind: 'adjustments' }]);
    expect(await balances(context)).toEqual([
      { partner_account: '700000', usd: '1.00000000' },
      { partner_account: '700001', usd: '10.00000000' },
    ]);

    await voidFacts(context, { kind: 'orders', facts: [{ server: 'real-1', ticket: 1 }] });
    await context.facts.rebuild();
    expect(await creditAll(context)).toMatchObject([{ kind: 'adjustments' }]);
    expect(await balances(context)).toEqual([
      { partner_account: '700000', usd: '0.00000000' },
      { partner_account: '700001', usd: '0.00000000' },
    ]);

    expect(await put(context, 'orders', order(1), order(2))).toMatchObject({ accepted: 2 });
    await creditAll(context);
    expect(await balances(context)).toEqual([
      { partner_account: '700000', usd: '2.00000000' },
      { partner_account: '700001', usd: '20.00000000' },
    ]);
  },
);

thorough('voiding a tariff or a rate computes the rewards from what was in force before', async () => {
  const context = await program();
  await put(context, 'orders', order(1));
  const rewards = () =>
    context.facts.database.query('select reward_usd::varchar as usd, reward::varchar as own from orders');
  const before = await rewards();
  await put(context, 'tariffs', tariff('P1', { ...FOREX, reward_size: '50' }));
  const tariffs = headOf(context);
  await put(context, 'rates', rate('EUR', '2024-03-04', '0.5'), rate('EUR', '2024-01-01', '0.8'));
  const rates = headOf(context);
  expect(await rewards()).toEqual([{ usd: '50.00000000', own: '25.00000000' }]);
  expect(await voidFacts(context, { batch: rates })).toMatchObject({ withdrawn: 1, restored: 1 });
  await voidFacts(context, { batch: tariffs });
  expect(await rewards()).toEqual(before);
});

const FOREX = { formula_code: 'formula_forex', reward_size_currency: 'USD' };

thorough('a tier change that is voided after it was paid is taken back', async () => {
  const context = await program();
  await put(context, 'orders', order(1));
  await put(context, 'tier-changes', rise(1));
  const batch = headOf(context);
  await creditAll(context);
  await voidFacts(context, { batch });
  await creditAll(context);
  expect(
    await context.facts.database.query(
      'select sum(compensation_amount)::varchar as usd, count(*) as rows from progress_rewards',
    ),
  ).toEqual([{ usd: '0.00000000', rows: 2 }]);
  expect(await creditAll(context)).toEqual([]);
});

test('a fact that others refer to, or an account with a ledger, cannot be withdrawn', async () => {
  const context = await program();
  const refused = async (kind: string, fact: FactRow): Promise<unknown> =>
    voidFacts(context, { kind, facts: [fact] }).catch((error: { errors?: unknown }) => error.errors);
  expect(await refused('partners', { partner_uid: 'P0' })).toEqual({
    P0: [
      'partner_uid is named by parent_uid of partners: withdraw those first',
      'partner_uid is named by partner_uid of partner-accounts: withdraw those first',
    ],
  });
  expect(await refused('links', { link_code: 'L1' })).toEqual({
    L1: ['link_code is named by link_code of clients: withdraw those first'],
  });
  await put(context, 'orders', order(1));
  await creditAll(context);
  expect(await refused('partner-accounts', { partner_account: '700000' })).toEqual({
    '700000': ['partner_account has a ledger, so it must stay'],
  });
  expect(await refused('rates', { currency: 'EUR', rate_date: 'soon' })).toMatchObject({
    'facts.0.rate_date': [expect.stringContaining('must be a date') as string],
  });
  expect(await refused('rates', { currency: 'EUR', rate_date: '2030-01-01' })).toEqual({
    'facts.0': ['is not known'],
  });
});

const share = (agent_uid: string, percent: string): FactRow => ({
  client_account: '9001',
  agent_uid,
  percent,
  shared_from: '2024-01-01',
});

thorough('a void is refused when what was there before breaks a rule of today', async () => {
  const context = await program();
  await put(context, 'shares', share('P2', '60'));
  await put(context, 'shares', share('P2', '30'));
  const batch = headOf(context);
  await put(context, 'shares', share('P0', '70'));
  await expect(voidFacts(context, { batch })).rejects.toMatchObject({
    code: 'unprocessable',
    errors: { '9001/P2': ['percent must not bring the shares of the account to more than 100 on any day'] },
  });
  await put(context, 'shares', share('P2', '20'), share('P0', '60'));
  expect(await voidFacts(context, { batch: headOf(context) })).toMatchObject({ restored: 2 });
});

thorough('a batch is voided once, and voids and payouts cannot be voided', async () => {
  const context = await program();
  await put(context, 'orders', order(1));
  const orders = headOf(context);
  await creditAll(context);
  const first = await voidFacts(context, { batch: orders });
  expect(await voidFacts(context, { batch: orders })).toEqual(first);
  for (const [batch, message] of [
    [first.number, 'is a void'],
    [orders + 1, 'is a payout'],
    [9999, 'There is no batch'],
  ] as const)
    await expect(voidFacts(context, { batch })).rejects.toThrow(message);

  await put(context, 'rates', rate('CHF', '2024-01-01', '1'));
  const rates = headOf(context);
  await put(context, 'rates', rate('CHF', '2024-01-01', '2'));
  await expect(voidFacts(context, { batch: rates })).rejects.toThrow('Later batches replaced all facts');

  const facts = [{ currency: 'CHF', rate_date: '2024-01-01' }];
  const voided = await voidFacts(context, { kind: 'rates', facts, idempotencyKey: 'k1' });
  expect(await voidFacts(context, { kind: 'rates', facts, idempotencyKey: 'k1' })).toEqual(voided);
  await expect(
    voidFacts(context, { kind: 'rates', facts: [...facts, ...facts], idempotencyKey: 'k1' }),
  ).rejects.toMatchObject({ code: 'reference_reused' });
});
