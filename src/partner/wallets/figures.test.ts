import { Big } from 'big.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Decimal } from '../../kernel/index.ts';
import type { Tx } from '../../platform/postgres/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { hold, post, readFigures, release, reserve, type Posting } from './index.ts';
import { effort } from '../../testing/effort.ts';

const { db, sql } = await createTestDatabase();

const DAY_MS = 86_400_000;
const START = Date.parse('2024-03-01T12:00:00Z');
const dayAfter = (offset: number): string => new Date(START + offset * DAY_MS).toISOString().slice(0, 10);

const account = fc.constantFrom('700001', '700002');
const units = fc.integer({ min: 1, max: 999_999 }).map((value) => new Big(value).div(1000).toFixed());
const of = <T extends string>(name: T) => fc.constant(name);

/** What an account was credited for days: each is a day before today and an amount. */
const days = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.boolean(), units), {
  minLength: 1,
  maxLength: 4,
  selector: ([day]) => day,
});

const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: of('credit'), account, days, clearing: fc.nat({ max: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ do: of('reserve'), account, amount: units, isRebate: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: of('release'), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: of('pay'), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: of('return'), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: of('wait'), days: fc.integer({ min: 1, max: 4 }) }) },
);

interface Promised {
  readonly reference: string;
  readonly account: string;
  readonly amount: string;
  readonly isRebate: boolean;
}

/** Adds everything up again from lists, each time it is asked. */
class Model {
  readonly credits: { account: string; amount: Big }[] = [];
  readonly paid: Promised[] = [];
  readonly returned: Promised[] = [];
  reserved: Promised[] = [];
  /** What is left of each day of rewards, and until when it is held. */
  readonly matures = new Map<string, { account: string; left: Big; until: string }>();

  credit(who: string, earned: string, until: string, amount: Big, today: string): void {
    this.credits.push({ account: who, amount });
    const key = `${who} ${earned}`;
    const known = this.matures.get(key);
    const left = known && known.until > today ? known : { account: who, left: new Big(0), until };
    if (amount.gt(0) && until > today) {
      const later = left.until > until ? left.until : until;
      this.matures.set(key, { account: who, left: left.left.plus(amount), until: later });
    } else if (amount.lt(0) && known) {
      const rest = left.left.plus(amount);
      this.matures.set(key, { ...left, left: rest.lt(0) ? new Big(0) : rest });
    }
  }

  figures(who: string, today: string) {
    const sum = (of: readonly { account: string; amount: Big | string }[]): Big =>
      of.filter((each) => each.account === who).reduce((all, { amount }) => all.plus(amount), new Big(0));
    const paid = sum(this.paid).minus(sum(this.returned));
    const balance = sum(this.credits).minus(paid);
    const held = [...this.matures.values()]
      .filter((each) => each.account === who && each.until > today)
      .reduce((all, { left }) => all.plus(left), new Big(0));
    const cleared = balance.minus(held);
    const rebates = sum(this.reserved.filter(({ isRebate }) => isRebate));
    const disbursements = sum(this.reserved.filter(({ isRebate }) => !isRebate));
    const free = cleared.minus(rebates).minus(disbursements);
    return {
      balance: balance.toFixed(),
      held: held.toFixed(),
      cleared: cleared.toFixed(),
      reserved_rebates: rebates.toFixed(),
      reserved_disbursements: disbursements.toFixed(),
      available: (free.gt(0) ? free : new Big(0)).toFixed(),
      debt: (cleared.lt(0) ? cleared.neg() : new Big(0)).toFixed(),
      paid: paid.toFixed(),
    };
  }
}

const posting = (account_id: string, amount: string): Posting => ({
  account_id,
  partner_uid: 'P1',
  name: 'Main',
  currency: 'EUR',
  type: 'reward',
  amount,
});

const within = (work: (tx: Tx) => Promise<void>): Promise<void> => db.transaction().execute(work);
const take = <T>(from: readonly T[], which: number): T | undefined => from[which % from.length];

test('held, available, reserved, paid and debt are those of a model that adds every list up again', async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
      runs += 1;
      const model = new Model();
      const name = (who: string): string => `${runs}-${who}`;
      let today = 10;
      for (const [index, each] of actions.entries()) {
        const at = new Date(START + today * DAY_MS);
        const reference = `test:${runs}:${index}`;
        switch (each.do) {
          case 'credit': {
            const maturities = each.days.map(([before, isTakenBack, amount]) => ({
              account_id: name(each.account),
              earned_on: dayAfter(today - before),
              available_on: dayAfter(today - before + each.clearing),
              amount: isTakenBack ? `-${amount}` : amount,
            }));
            const sum = maturities.reduce((all, { amount }) => all.plus(amount), new Big(0));
            if (sum.eq(0)) break;
            await within(async (tx) => {
              const postings = [posting(name(each.account), sum.toFixed())];
              await post(tx, { kind: 'adjustment', reference, at, postings });
              await hold(tx, maturities, at);
            });
            for (const { earned_on, available_on, amount } of maturities)
              model.credit(each.account, earned_on, available_on, new Big(amount), dayAfter(today));
            break;
          }
          case 'reserve': {
            const kind = each.isRebate ? 'rebate' : 'disbursement';
            const postings = [posting(name(each.account), each.amount)];
            await within((tx) => reserve(tx, { kind, reference, at, postings }));
            model.reserved.push({ reference, ...each });
            break;
          }
          case 'release': {
            const found = take(model.reserved, each.which);
            if (!found) break;
            await within((tx) => release(tx, found.reference));
            model.reserved = model.reserved.filter((other) => other !== found);
            break;
          }
          case 'pay': {
            const found = take(
              model.reserved.filter(({ isRebate }) => !isRebate),
              each.which,
            );
            if (!found) break;
            await within(async (tx) => {
              await release(tx, found.reference);
              const postings = [posting(name(found.account), `-${found.amount}`)];
              await post(tx, { kind: 'disbursement', reference: found.reference, at, postings });
            });
            model.reserved = model.reserved.filter((other) => other !== found);
            model.paid.push(found);
            break;
          }
          case 'return': {
            const found = take(
              model.paid.filter((other) => !model.returned.includes(other)),
              each.which,
            );
            if (!found) break;
            const postings = [posting(name(found.account), found.amount)];
            await within((tx) =>
              post(tx, { kind: 'return', reference: `${found.reference}:return`, at, postings }),
            );
            model.returned.push(found);
            break;
          }
          case 'wait':
            today += each.days;
        }
        const now = new Date(START + today * DAY_MS);
        const figures = await readFigures(db, [name('700001'), name('700002')], now);
        for (const who of ['700001', '700002']) {
          const found = figures(name(who));
          const shown = Object.fromEntries(
            Object.entries<Decimal>({ ...found }).map(([key, value]) => [key, value.trim().toString()]),
          );
          expect(shown).toEqual(model.figures(who, dayAfter(today)));
          expect(found.balance.equals(found.held.plus(found.cleared))).toBe(true);
        }
      }
    }),
    { numRuns: effort(15, 100), endOnFailure: true },
  );
  expect(runs).toBeGreaterThan(0);
});

test('the sums of an account and its reservations cannot be changed by hand', async () => {
  const at = new Date(START);
  await db.transaction().execute(async (tx) => {
    await post(tx, { kind: 'reward', reference: 'test:1', at, postings: [posting('1', '5')] });
    await reserve(tx, { kind: 'disbursement', reference: 'test:2', at, postings: [posting('1', '2')] });
  });
  for (const change of [
    'update wallet_account set held = 1',
    'update wallet_account set paid = 1',
    'update wallet_account set reserved_rebates = 1',
    'update wallet_account set reserved_disbursements = 0',
    'update wallet_reservation set amount = 1',
    'truncate wallet_reservation',
    'truncate wallet_maturity',
  ])
    await expect(sql.unsafe(change)).rejects.toThrow('append-only');
});
