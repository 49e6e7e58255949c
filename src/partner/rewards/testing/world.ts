import * as fc from 'fast-check';
import { Decimal } from '../../../kernel/index.ts';
import { FORMULAS, kindNamed } from '../../facts/kinds/index.ts';
import type { FactsContext } from '../../facts/handle/index.ts';
import { put, type FactRow } from '../../testing/facts.ts';
import { order, rate, tariff } from '../../testing/program.ts';

const PARTNERS: readonly string[] = ['P0', 'P1', 'P2'];
const TYPES = ['standard', 'pro'];
const SYMBOLS = ['EURUSD', 'XAUUSD'];
const CURRENCIES = ['USD', 'EUR', 'JPY', 'IDR'];

/** Any value that the field takes, with small, round and extreme ones among them. */
function amounts(kindName: string, field: string): fc.Arbitrary<string> {
  const type = kindNamed(kindName).fields[field]?.type;
  if (type?.is !== 'decimal') throw new Error(`${field} is no amount.`);
  const min = type.above === 'more than zero' ? 1n : 0n;
  // Larger ones would earn more than an amount can hold, which is refused.
  const digits = Math.min(type.precision, type.scale + 1);
  const max = 10n ** BigInt(digits) - 1n;
  return fc
    .oneof(
      fc.bigInt({ min, max: 30n }),
      fc.bigInt({ min, max: 10n ** BigInt(type.scale) * 2n }),
      fc.bigInt({ min, max }),
    )
    .map((coefficient) => Decimal.of(coefficient, type.scale).trim().toString());
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 6 });
const march = (day: number): string => `2024-03-${String(day).padStart(2, '0')}`;
const dayBetween = (first: number, last: number) => fc.integer({ min: first, max: last }).map(march);

const tariffs = fc.uniqueArray(
  fc
    .record({
      partner_uid: fc.constantFrom('*', ...PARTNERS),
      account_type: fc.constantFrom('*', ...TYPES),
      symbol: fc.constantFrom('*', ...SYMBOLS),
      valid_from: dayBetween(1, 20),
      days: maybe(fc.nat(10)),
      formula_code: fc.constantFrom(...FORMULAS),
      reward_size: amounts('tariffs', 'reward_size'),
      reward_size_currency: fc.constantFrom(...CURRENCIES, 'CHF'),
      rate_per_million: amounts('tariffs', 'rate_per_million'),
      reward_percentage: amounts('tariffs', 'reward_percentage'),
      reward_k: amounts('tariffs', 'reward_k'),
      second_level_percent: maybe(amounts('tariffs', 'second_level_percent')),
    })
    .map(({ days, ...row }) => {
      const last = Number(row.valid_from.slice(-2)) + (days ?? 0);
      return tariff(row.partner_uid, {
        ...row,
        valid_to: days === null ? null : `2024-03-${String(last).padStart(2, '0')}`,
      });
    }),
  {
    minLength: 10,
    maxLength: 30,
    selector: ({ partner_uid, account_type, symbol, valid_from }) =>
      [partner_uid, account_type, symbol, valid_from].join(' '),
  },
);

/** Between a hundredth and ten: what is worth more dollars would earn more than an amount can hold, too. */
const unit = fc
  .bigInt({ min: 10n ** 6n, max: 10n ** 9n - 1n })
  .map((coefficient) => Decimal.of(coefficient, 8).trim().toString());

const rates = fc.uniqueArray(
  fc
    .record({
      currency: fc.constantFrom('EUR', 'JPY', 'IDR'),
      day: dayBetween(1, 31),
      per_usd: fc.oneof(unit, fc.constantFrom('0.92345678', '151.25', '15832.5')),
    })
    .map(({ currency, day, per_usd }) => rate(currency, day, per_usd)),
  { maxLength: 20, selector: ({ currency, rate_date }) => `${currency} ${rate_date}` },
);

const suspensions = fc.uniqueArray(
  fc
    .record({
      partner_uid: fc.constantFrom(...PARTNERS),
      first: fc.integer({ min: 1, max: 25 }),
      days: maybe(fc.nat(6)),
    })
    .map(({ partner_uid, first, days }) => ({
      partner_uid,
      suspended_from: march(first),
      suspended_to: days === null ? null : march(first + days),
    })),
  { maxLength: 2, selector: ({ partner_uid }) => partner_uid },
);

const cents = (value: number) => Decimal.of(BigInt(value), 2).toString();

const orders = (minLength: number, maxLength: number) =>
  fc
    .array(
      fc.record({
        client_account: fc.constantFrom('A1', 'A2', 'A3', 'A4', 'A5', 'A6'),
        symbol: fc.constantFrom(...SYMBOLS),
        closed_at: dayBetween(1, 31).map((day) => `${day}T23:59:59.999Z`),
        volume_lots: amounts('orders', 'volume_lots'),
        volume_mln_usd: amounts('orders', 'volume_mln_usd'),
        open_spread: maybe(amounts('orders', 'open_spread')),
        point_value_usd: maybe(amounts('orders', 'point_value_usd')),
        contract_commission_usd: maybe(amounts('orders', 'contract_commission_usd')),
        opposite: maybe(
          fc.tuple(amounts('orders', 'open_commission_usd'), fc.integer({ min: 10 ** 4, max: 10 ** 8 })),
        ),
        bonus: maybe(fc.tuple(fc.integer({ min: 1, max: 10 ** 11 }), fc.nat(10 ** 11))),
        carried_reward_usd: maybe(amounts('orders', 'carried_reward_usd')),
      }),
      { minLength, maxLength },
    )
    .map((rows) =>
      rows.map(({ opposite, bonus, ...row }, index) => {
        return order(index + 1, {
          opened_at: '2024-02-01T00:00:00Z',
          ...row,
          ...(opposite && {
            close_by: true,
            open_commission_usd: opposite[0],
            open_spread_revenue_usd: Decimal.of(BigInt(opposite[1]), 4).toString(),
          }),
          ...(bonus && { equity_usd: cents(bonus[0]), credit_usd: cents(Math.min(...bonus)) }),
        });
      }),
    );

/** Tariffs, rates and orders of three partners, two of them below the first. */
export const worldOf = (minOrders: number, maxOrders: number) =>
  fc.record({
    tariffs,
    rates,
    suspensions,
    orders: orders(minOrders, maxOrders),
    currencies: fc.tuple(...PARTNERS.map(() => fc.constantFrom(...CURRENCIES))),
  });

export async function putWorld(
  context: FactsContext,
  given: {
    tariffs: FactRow[];
    rates: FactRow[];
    suspensions: FactRow[];
    orders: FactRow[];
    currencies: string[];
  },
): Promise<void> {
  const [root = '', ...subs] = PARTNERS;
  await put(
    context,
    'partners',
    { partner_uid: root },
    ...subs.map((uid) => ({ partner_uid: uid, parent_uid: root })),
  );
  const numbered = PARTNERS.map((uid, index) => ({ uid, account: `70000${index}`, link: `L${index}` }));
  await put(
    context,
    'partner-accounts',
    ...numbered.map(({ uid, account }, index) => ({
      partner_account: account,
      partner_uid: uid,
      currency: given.currencies[index] ?? 'USD',
      account_name: 'Main',
      opened_on: '2024-01-01',
    })),
  );
  await put(
    context,
    'links',
    ...numbered.map(({ account, link }) => ({ link_code: link, partner_account: account })),
  );
  const at = '2024-02-01T00:00:00Z';
  await put(
    context,
    'clients',
    ...numbered.map(({ uid, link }) => ({
      client_uid: uid,
      link_code: link,
      registered_at: at,
      country: 'PT',
      platform: 'web',
    })),
  );
  await put(
    context,
    'client-accounts',
    ...numbered.flatMap(({ uid }, index) =>
      TYPES.map((account_type, nth) => ({
        client_account: `A${index * TYPES.length + nth + 1}`,
        client_uid: uid,
        account_type,
        platform: 'mt5',
        opened_at: at,
      })),
    ),
  );
  await put(context, 'tariffs', ...given.tariffs);
  await put(context, 'rates', ...given.rates);
  await put(context, 'suspensions', ...given.suspensions);
  await put(context, 'orders', ...given.orders);
}
