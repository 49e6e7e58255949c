import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { testFacts } from '../testing/facts.ts';
import {
  dayOf,
  pickRate,
  rankTariffs,
  type OrderFact,
  type RateFact,
  type SuspensionFact,
  type TariffFact,
} from './compute.ts';
import { putWorld, worldOf } from './testing/world.ts';
import { percentFactor, productOf, rateFactor, rewardFactors, type Factor } from './factors.ts';

interface Stored extends OrderFact {
  readonly account_type: string;
  readonly partner_uid: string;
  readonly parent_uid: string | null;
  readonly currency: string;
  readonly parent_currency: string | null;
  readonly formula_code: string | null;
  readonly reward_usd: Decimal | null;
  readonly reward: Decimal | null;
  readonly parent_reward_usd: Decimal | null;
  readonly parent_reward: Decimal | null;
}

const STORED = `
  select o.*, a.account_type, p.partner_uid, p.parent_uid, own.currency, parents.currency as parent_currency
  from orders o join client_accounts a using (client_account)
  join partners p on p.partner_no = o.partner_no
  join partner_accounts own on own.partner_account = a.partner_account
  left join partner_accounts parents on parents.partner_no = o.parent_no
  order by ticket`;

test('the SQL over all orders and the exact computation of each order agree to the last digit', async () => {
  await fc.assert(
    fc.asyncProperty(worldOf(300, 600), async (given) => {
      const context = await testFacts();
      await putWorld(context, given);
      const { database } = context.facts;
      const allTariffs = await database.query<TariffFact>('select * from tariffs');
      const allRates = await database.query<RateFact>('select * from rates');
      const suspensions = await database.query<SuspensionFact>('select * from suspensions');
      for (const stored of await database.query<Stored>(STORED)) {
        expect(shown(stored)).toEqual(
          shown({ ...stored, ...computed(stored, { allTariffs, allRates, suspensions }) }),
        );
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

const money = (factors: readonly Factor[]) => productOf(factors)?.money ?? null;

interface Terms {
  readonly allTariffs: readonly TariffFact[];
  readonly allRates: readonly RateFact[];
  readonly suspensions: readonly SuspensionFact[];
}

function computed(stored: Stored, { allTariffs, allRates, suspensions }: Terms) {
  const { account_type, symbol, partner_uid, parent_uid, currency, parent_currency } = stored;
  const day = dayOf(stored.closed_at);
  const rateOf = (of: string) => pickRate(allRates, of, day);
  const tariffOf = (uid: string) =>
    rankTariffs(allTariffs, { partner_uid: uid, account_type, symbol, day })[0];
  const inCurrency = (factors: readonly Factor[], of: string | null) =>
    of === null ? null : money([...factors, rateFactor(of, rateOf(of))]);
  const suspensionOf = (uid: string) =>
    suspensions.find(
      ({ partner_uid: suspended, suspended_from, suspended_to }) =>
        suspended === uid && suspended_from <= day && (suspended_to === null || day <= suspended_to),
    );
  const suspension = suspensionOf(partner_uid);
  const own = suspension ? undefined : tariffOf(partner_uid);
  const first = rewardFactors(stored, own, rateOf, suspension);
  const percentOf = (uid: string) =>
    suspensionOf(uid) ? Decimal.ZERO : (tariffOf(uid)?.second_level_percent ?? Decimal.ZERO);
  const percent = parent_uid === null ? null : percentOf(parent_uid);
  const second = [...first, percentFactor('second_level_percent', percent, 'tariffs')];
  return {
    formula_code: own?.formula_code ?? null,
    reward_usd: money(first),
    reward: inCurrency(first, currency),
    parent_reward_usd: money(second),
    parent_reward: inCurrency(second, parent_currency),
  };
}

const shown = (row: Stored) => ({
  formula_code: row.formula_code,
  reward_usd: row.reward_usd?.toString(),
  reward: row.reward?.toString(),
  parent_reward_usd: row.parent_reward_usd?.toString(),
  parent_reward: row.parent_reward?.toString(),
});
