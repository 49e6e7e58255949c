import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { quaestor } from '../../testing/process.ts';
import { contextOf, openTestFacts, put } from '../testing/facts.ts';
import { order, putProgram, rate, tariff } from '../testing/program.ts';

test('the command credits through a day, says what it did, and credits nothing when it is given again', async () => {
  const { db, url } = await createTestDatabase();
  const data = temporaryFolder();
  const facts = await openTestFacts(data, db);
  const bringing = contextOf(facts);
  await putProgram(bringing);
  await put(bringing, 'rates', rate('EUR', '2024-01-01', '0.9'));
  const size = { formula_code: 'formula_forex', reward_size: '10', reward_size_currency: 'USD' };
  await put(bringing, 'tariffs', tariff('*', size));
  await put(bringing, 'orders', order(1));
  await facts.close();

  const run = async () => {
    const process = quaestor(['credit', '--data', data, '--through', '2024-03-04'], { DATABASE_URL: url });
    return [await process.ended, process.output().trim()];
  };
  expect(await run()).toEqual([0, 'payout 1: rewards of 2024-03-04, 1 rows, 10.00000000 USD']);
  expect(await run()).toEqual([0, 'Nothing was due: everything through 2024-03-04 is credited.']);
});
