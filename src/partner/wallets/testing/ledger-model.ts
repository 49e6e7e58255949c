import { Big } from 'big.js';
import * as fc from 'fast-check';
import { expect } from 'vitest';
import { closeDays } from '../../crediting/index.ts';
import { voidFacts } from '../../facts/intake/index.ts';
import type { Facts } from '../../facts/handle/index.ts';
import { rebateEndpoints } from '../../rebates/index.ts';
import { put } from '../../testing/facts.ts';
import { order, rate, tariff } from '../../testing/program.ts';
import { walletEndpoints } from '../index.ts';
import { openOffice, SYSTEM } from './office.ts';

/*
 * The ledger against a model of its own, which knows only the facts and computes every balance from them, with another
 * decimal library. P1 earns in EUR under P0, who earns in JPY; P2 earns in USD and a share of one account of P1.
 */

const SHARED_FROM = '2024-03-05';
const SUSPENDED_FROM = '2024-03-08';
const GROUP_SINCE = '2024-03-01';
const SECOND_LEVEL = new Big('0.1');
const SHARE = new Big('0.25');
const REBATE = new Big('0.1');
const JPY = new Big(150);

const round = (amount: Big): Big => amount.round(8, Big.roundHalfUp);
const DAY_MS = 86_400_000;
/** Weekly periods end on it. */
const SUNDAY = 0;
const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const add = (sums: Map<string, Big>, key: string, amount: Big) =>
  sums.set(key, (sums.get(key) ?? new Big(0)).plus(amount));

interface ModelOrder {
  readonly account: string;
  readonly day: string;
  readonly lots: string;
}

class Model {
  readonly orders = new Map<number, ModelOrder>();
  readonly #rates = new Map([['2024-01-01', '0.9']]);
  size = '10';
  /** The last day on which each partner is suspended. */
  readonly suspendedTo = new Map<string, string>();
  readonly #rebates: { readonly amount: Big; isPaid: boolean }[] = [];
  #runThrough = dayAfter(GROUP_SINCE, -1);
  /** The balances after each run, by its time. */
  readonly history: { at: string; balances: ReadonlyMap<string, Big> }[] = [];

  setRate(day: string, perUsd: string): void {
    this.#rates.set(day, perUsd);
  }

  #isSuspended(partner: string, day: string): boolean {
    return day >= SUSPENDED_FROM && day <= (this.suspendedTo.get(partner) ?? '');
  }

  #eur(day: string): Big {
    const known = [...this.#rates.keys()].filter((each) => each <= day).toSorted();
    return new Big(this.#rates.get(known.at(-1) ?? '') ?? 'no rate');
  }

  /** What P1 earns for one day on its account, commission taken off, and what the others get. */
  #earned(through: string): { balances: Map<string, Big>; ofP1: Map<string, Big> } {
    const balances = new Map<string, Big>();
    const ofP1 = new Map<string, Big>();
    const commissions = new Map<string, Big>();
    for (const { account, day, lots } of this.orders.values()) {
      if (day > through) continue;
      const usd = new Big(this.size).times(lots);
      if (account === '9002') {
        if (!this.#isSuspended('P2', day)) add(balances, '700002', round(usd));
        continue;
      }
      if (this.#isSuspended('P1', day)) continue;
      const own = round(usd.times(this.#eur(day)));
      add(balances, '700001', own);
      add(ofP1, day, own);
      if (!this.#isSuspended('P0', day)) add(balances, '700000', round(usd.times(SECOND_LEVEL).times(JPY)));
      if (day >= SHARED_FROM && !this.#isSuspended('P2', day))
        add(commissions, day, round(round(usd).times(SHARE)));
    }
    for (const [day, usd] of commissions) {
      const paid = round(usd.times(this.#eur(day)));
      add(balances, '700002', usd);
      add(balances, '700001', paid.neg());
      add(ofP1, day, paid.neg());
    }
    return { balances, ofP1 };
  }

  close(through: string, at: string): void {
    const { balances, ofP1 } = this.#earned(through);
    let reward = new Big(0);
    for (let day = dayAfter(this.#runThrough); day <= through; day = dayAfter(day)) {
      reward = reward.plus(ofP1.get(day) ?? 0);
      if (new Date(day).getUTCDay() !== SUNDAY) continue;
      const amount = round(reward.times(REBATE));
      if (amount.gt(0)) this.#rebates.push({ amount, isPaid: false });
      this.#runThrough = day;
      reward = new Big(0);
    }
    const paid = (): Big =>
      this.#rebates.filter(({ isPaid }) => isPaid).reduce((sum, { amount }) => sum.plus(amount), new Big(0));
    const earned = balances.get('700001') ?? new Big(0);
    for (const rebate of this.#rebates) {
      if (!rebate.isPaid && earned.minus(paid()).gte(rebate.amount)) rebate.isPaid = true;
    }
    balances.set('700001', earned.minus(paid()));
    balances.set('700001:rebate', paid());
    this.history.push({ at, balances });
  }

  balance(account: string, before: string): string {
    const last = this.history.findLast(({ at }) => at < before);
    return (last?.balances.get(account) ?? new Big(0)).toFixed();
  }
}

const lots = fc.integer({ min: 1, max: 99_999 }).map((units) => new Big(units).div(10_000).toFixed());
const days = fc.integer({ min: 0, max: 40 }).map((offset) => dayAfter('2024-03-01', offset));
const ticket = fc.integer({ min: 1, max: 6 });
const action = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      ticket,
      account: fc.constantFrom('9001', '9001', '9002'),
      day: days,
      lots,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), ticket }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('tariff' as const), size: lots }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('suspend' as const),
      partner: fc.constantFrom('P0', 'P1', 'P2'),
      days: fc.integer({ min: 0, max: 20 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rate' as const), day: days, perUsd: lots }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      after: fc.integer({ min: 1, max: 20 }),
      crash: fc.constantFrom(undefined, 'before storing' as const, 'after storing' as const),
    }),
  },
);

const FOREX = { formula_code: 'formula_forex', reward_size_currency: 'USD', second_level_percent: '10' };
const OPERATOR = { ...SYSTEM, scopes: new Set(['admin']) };

interface Entries {
  readonly entries: { id: string; amount: number; balance: number; created: string; reason: string }[];
  readonly next_cursor: string | null;
}

/** Random facts, corrections, voids, runs and interruptions: balances and statements have to be those of the model. */
export async function checkRandomLedgers(numRuns: number): Promise<number> {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 16 }), async (actions) => {
      const office = await openOffice((facts) => [...walletEndpoints(facts), ...rebateEndpoints(facts)]);
      const { bringing, facts, time } = office;
      const model = new Model();
      time.now = new Date(`${GROUP_SINCE}T12:00:00.000Z`);
      await put(bringing, 'rates', rate('EUR', '2024-01-01', '0.9'), rate('JPY', '2024-01-01', '150'));
      await put(bringing, 'tariffs', tariff('*', { ...FOREX, reward_size: model.size }));
      const share = { client_account: '9001', agent_uid: 'P2', percent: '25', shared_from: SHARED_FROM };
      await put(bringing, 'shares', share);
      const group = { group_title: 'All', group_type: 'auto', rebate_percent: 10, rebate_period: 'weekly' };
      const made = await office.send('P1', 'POST', '/api/v2/autorebates/groups/', {
        body: { ...group, is_default: true },
      });
      expect(made.status).toBe(201);

      for (const each of [...actions, { do: 'close' as const, after: 31, crash: undefined }]) {
        switch (each.do) {
          case 'order': {
            const moment = { opened_at: `${each.day}T00:00:00Z`, closed_at: `${each.day}T12:00:00Z` };
            const { account, day } = each;
            await put(
              bringing,
              'orders',
              order(each.ticket, { ...moment, client_account: account, volume_lots: each.lots }),
            );
            model.orders.set(each.ticket, { account, day, lots: each.lots });
            break;
          }
          case 'void':
            if (!model.orders.delete(each.ticket)) break;
            await voidFacts(bringing, { kind: 'orders', facts: [{ server: 'real-1', ticket: each.ticket }] });
            break;
          case 'tariff':
            await put(bringing, 'tariffs', tariff('*', { ...FOREX, reward_size: each.size }));
            model.size = each.size;
            break;
          case 'suspend': {
            const suspended_to = dayAfter(SUSPENDED_FROM, each.days);
            const { partner: partner_uid } = each;
            await put(bringing, 'suspensions', { partner_uid, suspended_from: SUSPENDED_FROM, suspended_to });
            model.suspendedTo.set(partner_uid, suspended_to);
            break;
          }
          case 'rate':
            await put(bringing, 'rates', rate('EUR', each.day, each.perUsd));
            model.setRate(each.day, each.perUsd);
            break;
          case 'close': {
            time.now = new Date(time.now.getTime() + each.after * DAY_MS);
            const through = dayAfter(time.now.toISOString().slice(0, 10), -1);
            if (each.crash) {
              await closeDays(
                { ...office.as(OPERATOR), facts: crashing(facts, each.crash) },
                { through },
              ).catch(() => {});
            }
            await closeDays(office.as(OPERATOR), { through });
            model.close(through, time.now.toISOString());
            break;
          }
        }
      }

      for (const [partner, account] of ACCOUNTS) await checkLedger(office, model, partner, account);
      runs += model.history.length;
    }),
    { numRuns, endOnFailure: true },
  );
  return runs;
}

const ACCOUNTS = [
  ['P0', '700000'],
  ['P1', '700001'],
  ['P1', '700001:rebate'],
  ['P2', '700002'],
] as const;

/** A run ends at the first object that it stores: it does not arrive, or its arrival is never known. */
const crashing = (facts: Facts, moment: 'before storing' | 'after storing'): Facts => ({
  ...facts,
  storage: {
    ...facts.storage,
    put: async (...object) => {
      if (moment === 'after storing') await facts.storage.put(...object);
      throw new Error('The storage is gone.');
    },
  },
});

type Office = Awaited<ReturnType<typeof openOffice>>;

async function checkLedger(
  { send, time }: Office,
  model: Model,
  partner: string,
  account: string,
): Promise<void> {
  const path = `/api/wallet/accounts/${encodeURIComponent(account)}/`;
  const end = model.balance(account, '9999');
  const balanceOn = async (day: string) => {
    const { text } = await send(partner, 'GET', `${path}balance/?day=${day}`);
    return /"balance":(-?[\d.]+)/.exec(text)?.[1];
  };
  if ((await send(partner, 'GET', `${path}balance/?day=2024-03-01`)).status === 404) {
    // Rebates were never paid, so that their account was never opened.
    expect([account, end]).toEqual(['700001:rebate', '0']);
    return;
  }
  for (const { at } of model.history) {
    const day = at.slice(0, 10);
    expect([day, await balanceOn(day)]).toEqual([day, model.balance(account, dayAfter(day))]);
  }

  const entries: Entries['entries'] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const next: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await send<Entries>(partner, 'GET', `${path}entries/?limit=3${next}`);
    entries.push(...body.entries);
    cursor = body.next_cursor;
  }
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);

  let opening = '0';
  for (let month = '2024-03'; month <= time.now.toISOString().slice(0, 7); month = monthAfter(month)) {
    const { status, text } = await send(partner, 'GET', `${path}statements/${month}/?format=csv`);
    expect(status).toBe(200);
    const rows = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','));
    const amounts = rows.slice(1, -1).map((cells) => cells.at(-3) ?? '');
    const closing = rows.at(-1)?.at(-2) ?? '';
    expect([month, rows[0]?.at(-2)]).toEqual([month, opening]);
    const sum = amounts.reduce((total, amount) => total.plus(amount), new Big(opening));
    expect([month, sum.toFixed()]).toEqual([month, closing]);
    expect(closing).toBe(model.balance(account, `${monthAfter(month)}-01`));
    opening = closing;
  }
  expect(opening).toBe(end);
}

const monthAfter = (month: string): string => dayAfter(`${month}-28`, 7).slice(0, 7);
