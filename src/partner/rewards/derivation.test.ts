import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thorough } from '../../testing/effort.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { contextOf, openTestStore, put, testFacts, type FactRow } from '../testing/facts.ts';
import { order, putProgram, rate, tariff } from '../testing/program.ts';
import type { FactsContext } from '../facts/handle/index.ts';

const REWARDS = `
  select formula_code, reward_usd::varchar as usd, reward::varchar as own, parent_reward_usd::varchar as parent_usd,
    parent_reward::varchar as parent
  from orders order by server, ticket`;

interface Row {
  readonly formula_code: string | null;
  readonly usd: string | null;
}

const rewards = (context: FactsContext) => context.facts.database.query<Row>(REWARDS);

const FOREX = { formula_code: 'formula_forex', reward_size: '10', reward_size_currency: 'USD' };

interface Example {
  name: string;
  tariff: FactRow;
  order: FactRow;
  usd: string | null;
}

const EXAMPLES: Example[] = [
  { name: 'per lot', tariff: FOREX, order: { volume_lots: '1.5' }, usd: '15.00000000' },
  {
    name: 'per lot in another currency, 10 EUR × 1.5 ÷ 0.9',
    tariff: { ...FOREX, reward_size_currency: 'EUR' },
    order: { volume_lots: '1.5' },
    usd: '16.66666667',
  },
  {
    name: 'per lot with a bonus, 10 × (3000 − 1000) ÷ 3000',
    tariff: FOREX,
    order: { equity_usd: '3000', credit_usd: '1000' },
    usd: '6.66666667',
  },
  {
    name: 'per lot closed by an opposite order, 10 × 3.5 ÷ 7',
    tariff: FOREX,
    order: { close_by: true, open_commission_usd: '3.5', open_spread_revenue_usd: '7' },
    usd: '5.00000000',
  },
  {
    name: 'per lot with both, 10 × 2 ÷ 3 × 5 ÷ 7',
    tariff: FOREX,
    order: {
      close_by: true,
      open_commission_usd: '5',
      open_spread_revenue_usd: '7',
      equity_usd: '3',
      credit_usd: '1',
    },
    usd: '4.76190476',
  },
  {
    name: 'per lot: commission and revenue of an order that no opposite one closed do not matter',
    tariff: FOREX,
    order: { open_commission_usd: '3.5', open_spread_revenue_usd: '7' },
    usd: '10.00000000',
  },
  {
    name: 'classic, 12.5 × 0.1085',
    tariff: { formula_code: 'formula_classic', rate_per_million: '12.5' },
    order: {},
    usd: '1.35625000',
  },
  {
    name: 'classic v2, 33.33 % × 1.2 × 10 × 1.5',
    tariff: { formula_code: 'formula_classic_v2', reward_percentage: '33.33' },
    order: { open_spread: '1.2', point_value_usd: '10', volume_lots: '1.5' },
    usd: '5.99940000',
  },
  {
    name: 'CFD, 7.5 × 20 % × 1.1 × 0.75',
    tariff: { formula_code: 'formula_cfd', reward_percentage: '20', reward_k: '1.1' },
    order: { contract_commission_usd: '7.5', equity_usd: '100', credit_usd: '25' },
    usd: '1.23750000',
  },
  {
    name: 'ECN, 25 × 0.1085',
    tariff: { formula_code: 'formula_ecn', rate_per_million: '25' },
    order: {},
    usd: '2.71250000',
  },
  {
    name: 'half of the last decimal goes away from zero, 0.0001 × 0.00005',
    tariff: { formula_code: 'formula_ecn', rate_per_million: '0.0001' },
    order: { volume_mln_usd: '0.00005' },
    usd: '0.00000001',
  },
  {
    name: 'less than half of it is nothing',
    tariff: { formula_code: 'formula_ecn', rate_per_million: '0.0001' },
    order: { volume_mln_usd: '0.00004999' },
    usd: '0.00000000',
  },
  {
    name: 'classic v2 without a spread is not known',
    tariff: { formula_code: 'formula_classic_v2', reward_percentage: '33.33' },
    order: { point_value_usd: '10' },
    usd: null,
  },
  {
    name: 'per lot in a currency without a rate is not known',
    tariff: { ...FOREX, reward_size_currency: 'CHF' },
    order: {},
    usd: null,
  },
];

const symbol = (index: number) => ({ symbol: `S${index}` });

describe('an order earns', () => {
  const folder = makeFolder();
  let amounts: Row[];

  beforeAll(async () => {
    const facts = await openTestStore(folder);
    const context = contextOf(facts);
    await putProgram(context);
    await put(context, 'rates', rate('EUR', '2024-03-04', '0.9'));
    await put(
      context,
      'tariffs',
      ...EXAMPLES.map((example, index) => tariff('P1', { ...example.tariff, ...symbol(index) })),
    );
    await put(
      context,
      'orders',
      ...EXAMPLES.map((example, index) => order(index + 1, { ...example.order, ...symbol(index) })),
    );
    amounts = await rewards(context);
    await facts.close();
  });
  afterAll(() => removeFolder(folder));

  test.each(EXAMPLES.map((example, index) => ({ ...example, index })))('$name', ({ index, ...example }) => {
    const { formula_code } = example.tariff;
    expect(amounts[index]).toMatchObject({ formula_code, usd: example.usd });
  });
});

thorough(
  'each amount is rounded once, from the exact reward: in the currency of the account and of the parent',
  async () => {
    const context = await testFacts();
    await putProgram(context);
    await put(context, 'rates', rate('EUR', '2024-03-04', '0.9'), rate('JPY', '2024-03-01', '150.5'));
    await put(
      context,
      'tariffs',
      tariff('P1', FOREX),
      tariff('P0', { ...FOREX, second_level_percent: '12.5' }),
    );
    await put(context, 'orders', order(1, { equity_usd: '3000', credit_usd: '1000' }));
    expect(await rewards(context)).toEqual([
      {
        formula_code: 'formula_forex',
        usd: '6.66666667',
        own: '6.00000000',
        parent_usd: '0.83333333',
        parent: '125.41666667',
      },
    ]);
  },
);

thorough('an order without a tariff earns what it carries, and nothing when it carries nothing', async () => {
  const context = await testFacts();
  await putProgram(context);
  await put(context, 'rates', rate('EUR', '2024-03-04', '0.9'));
  await put(context, 'orders', order(1, { carried_reward_usd: '2.5' }), order(2));
  expect(await rewards(context)).toMatchObject([
    { formula_code: null, usd: '2.50000000', own: '2.25000000' },
    { formula_code: null, usd: '0.00000000', own: '0.00000000' },
  ]);
});

thorough('an order on a trial account earns nothing', async () => {
  const context = await testFacts();
  await putProgram(context);
  await put(context, 'tariffs', tariff('*', FOREX));
  await put(context, 'orders', order(1, { client_account: '9009', carried_reward_usd: '2.5' }));
  expect(await rewards(context)).toMatchObject([{ formula_code: null, usd: '0.00000000' }]);
});

thorough('a reward that no amount can hold is refused with the order that would earn it', async () => {
  const context = await testFacts();
  await putProgram(context);
  await put(context, 'tariffs', tariff('P1', { ...FOREX, reward_size: '99999' }));
  await expect(put(context, 'orders', order(1), order(2, { volume_lots: '9999999' }))).rejects.toMatchObject({
    code: 'unprocessable',
    message: expect.stringContaining('real-1:2') as string,
  });
  expect(await rewards(context)).toEqual([]);
});
