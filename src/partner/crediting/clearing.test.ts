import { expect } from 'vitest';
import { thorough } from '../../testing/effort.ts';
import { put } from '../testing/facts.ts';
import { order, putTerms, rise, tariff } from '../testing/program.ts';
import { post, readFigures } from '../wallets/index.ts';
import { openOffice, SYSTEM } from '../wallets/testing/office.ts';
import { credit } from './index.ts';

const SIZE = { formula_code: 'formula_forex', reward_size: '10', reward_size_currency: 'USD' };
const on = (day: string) => ({ opened_at: `${day}T00:00:00Z`, closed_at: `${day}T12:00:00Z` });

/** An office in which an order of P1 earns 9 EUR a lot, and P0 150 JPY of that. */
async function openProgram(clearing: object, further: object[] = []) {
  const office = await openOffice();
  const { bringing } = office;
  await putTerms(bringing);
  await put(bringing, 'tariffs', tariff('*', { ...SIZE, second_level_percent: '10', ...clearing }));
  await put(bringing, 'tariffs', tariff('P1', { ...SIZE, valid_from: '2024-03-10' }));
  for (const each of further) await put(bringing, 'tariffs', tariff('P1', { ...SIZE, ...each }));
  const through = (day: string) => {
    office.time.now = new Date(Date.parse(day) + 36 * 3_600_000);
    return credit(office.as(SYSTEM), { through: day });
  };
  const figures = async (account: string, day: string) => {
    const read = await readFigures(office.database.db, [account], new Date(`${day}T12:00:00Z`));
    const { balance, held, cleared, debt } = read(account);
    return [balance, held, cleared, debt].map((amount) => Number(amount.toString()));
  };
  return { ...office, through, figures };
}

thorough(
  'a reward is held for the clearing days after its day, and then cleared without anything being posted',
  async () => {
    const { bringing, through, figures } = await openProgram({ clearing_days: 3 });
    await put(bringing, 'orders', order(1, on('2024-03-04')), order(2, on('2024-03-05')));
    await through('2024-03-05');
    expect(await figures('700001', '2024-03-06')).toEqual([18, 18, 0, 0]);
    expect(await figures('700000', '2024-03-06')).toEqual([300, 300, 0, 0]);
    expect(await figures('700001', '2024-03-07')).toEqual([18, 9, 9, 0]);
    expect(await figures('700001', '2024-03-08')).toEqual([18, 0, 18, 0]);
  },
);

thorough('without clearing days nothing is held, and what is credited late is not held again', async () => {
  const none = await openProgram({});
  await put(none.bringing, 'orders', order(1, on('2024-03-04')));
  await none.through('2024-03-04');
  expect(await none.figures('700001', '2024-03-05')).toEqual([9, 0, 9, 0]);

  const late = await openProgram({ clearing_days: 3 });
  await put(late.bringing, 'orders', order(1, on('2024-03-04')));
  await late.through('2024-03-09');
  expect(await late.figures('700001', '2024-03-10')).toEqual([9, 0, 9, 0]);
});

thorough(
  'what is taken back is taken from what is held for the same day; after that it is a debt',
  async () => {
    const { bringing, database, through, figures } = await openProgram({ clearing_days: 5 });
    await put(bringing, 'orders', order(1, on('2024-03-04')), order(2, on('2024-03-05')));
    await through('2024-03-05');
    await put(bringing, 'orders', order(1, { ...on('2024-03-04'), volume_lots: '0.5' }));
    await through('2024-03-06');
    expect(await figures('700001', '2024-03-07')).toEqual([13.5, 13.5, 0, 0]);

    const money = {
      account_id: '700001',
      partner_uid: 'P1',
      name: 'Main',
      currency: 'EUR',
      type: 'reward',
    } as const;
    const postings = [{ ...money, amount: '-13.5' }];
    await put(bringing, 'orders', order(3, on('2024-03-10')));
    await through('2024-03-10');
    const at = new Date('2024-03-11T12:00:00Z');
    await database.db
      .transaction()
      .execute((tx) => post(tx, { kind: 'disbursement', reference: 'disbursement:1', at, postings }));
    expect(await figures('700001', '2024-03-11')).toEqual([9, 9, 0, 0]);
    await put(bringing, 'orders', order(1, { ...on('2024-03-04'), volume_lots: '0' }));
    await through('2024-03-11');
    expect(await figures('700001', '2024-03-12')).toEqual([4.5, 9, -4.5, 4.5]);
  },
);

thorough(
  'the most specific tariff with clearing days counts: by partner, by account type, then for all',
  async () => {
    const { bringing, through, figures } = await openProgram({ clearing_days: 3 }, [
      { clearing_days: 10, valid_from: '2024-03-02' },
      { clearing_days: 1, valid_from: '2024-03-02', account_type: 'standard' },
      { clearing_days: 2, valid_from: '2024-03-06' },
    ]);
    await put(bringing, 'orders', order(1, on('2024-03-04')));
    await through('2024-03-04');
    expect(await figures('700001', '2024-03-05')).toEqual([9, 0, 9, 0]);
    // The parent has no tariff of its own with clearing days.
    expect(await figures('700000', '2024-03-06')).toEqual([150, 150, 0, 0]);
    expect(await figures('700000', '2024-03-07')).toEqual([150, 0, 150, 0]);
  },
);

thorough('a compensation is held from the day of its payment on', async () => {
  const { bringing, through, figures } = await openProgram({ clearing_days: 2 });
  await put(bringing, 'tariffs', tariff('P1', { ...SIZE, reward_size: '12', valid_from: '2024-03-11' }));
  await put(bringing, 'orders', order(1, on('2024-03-04')));
  await put(bringing, 'tier-changes', rise(1));
  await through('2024-03-12');
  expect(await figures('700001', '2024-03-13')).toEqual([10.8, 1.8, 9, 0]);
  expect(await figures('700001', '2024-03-14')).toEqual([10.8, 0, 10.8, 0]);
});

thorough('clearing days are refused for a single symbol, and when they are longer than a year', async () => {
  const { bringing } = await openProgram({});
  const refused = (further: object) => put(bringing, 'tariffs', tariff('P1', { ...SIZE, ...further }));
  await expect(refused({ symbol: 'EURUSD', clearing_days: 3 })).rejects.toThrow(/clearing_days|symbol/);
  await expect(refused({ clearing_days: 367 })).rejects.toThrow(/clearing_days/);
});
