import { expect, test } from 'vitest';
import { testFacts } from '../testing/facts.ts';
import { putProgram } from '../testing/program.ts';
import { prepareCrediting } from './index.ts';

test('the tables are made once and made anew only when another version made them', async () => {
  const { db } = await testFacts();
  await prepareCrediting(db);
  await db.database.write((session) => session.run('update crediting_state set last_payout = 3'));
  await prepareCrediting(db);
  expect(await lastPayout()).toBe(3);
  await db.database.write((session) => session.run("update crediting_state set layout = 'older'"));
  await prepareCrediting(db);
  expect(await lastPayout()).toBe(0);

  async function lastPayout() {
    const [state] = await db.database.query<{ last_payout: number }>(
      'select last_payout from crediting_state',
    );
    return state?.last_payout;
  }
});

test('an account is told by its new name, or else by the one it was opened with', async () => {
  const context = await testFacts();
  const { database } = context.db;
  await prepareCrediting(context.db);
  await putProgram(context);
  await database.write((session) => session.run("insert into renamed_accounts values ('700001', 'Europe')"));
  expect(await database.query('select * from account_names order by partner_account')).toEqual([
    { partner_account: '700000', account_name: 'Main' },
    { partner_account: '700001', account_name: 'Europe' },
    { partner_account: '700002', account_name: 'Main' },
  ]);
});
