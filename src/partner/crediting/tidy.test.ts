import { expect } from 'vitest';
import { testFacts } from '../testing/facts.ts';
import { tidyPayouts } from './index.ts';
import { thorough } from '../../testing/effort.ts';

const credited = (id: number, payout: number, partner: number, day: string): string =>
  `(${id}, ${payout}, 'reward', 1, 'P${partner}', ${partner}, '700', 'USD', null, null, 'u1', '9001', 'pro', 'PT', 'mt5', 'L1',
    '${day}', '${day}', 1, 1, 1, 1, 1)`;

thorough('the rows of a partner in a month are clustered again after payouts, and none is lost', async () => {
  const context = await testFacts();
  const { database } = context.facts;
  const payOut = (...rows: string[]) =>
    database.write((session) => session.run(`insert into credited_rewards values ${rows.join(', ')}`));
  const inOrder = async () =>
    (await database.query<{ id: number }>('select id from credited_rewards order by rowid')).map(
      ({ id }) => id,
    );

  await payOut(credited(1, 1, 2, '2024-03-01'), credited(2, 1, 1, '2024-03-01'));
  await payOut(credited(3, 2, 2, '2024-04-01'), credited(4, 2, 1, '2024-04-01'));
  await tidyPayouts(context);
  expect(await inOrder()).toEqual([2, 1, 4, 3]);

  await payOut(credited(5, 3, 1, '2024-04-02'));
  await tidyPayouts(context);
  expect(await inOrder()).toEqual([2, 1, 4, 5, 3]);
});
