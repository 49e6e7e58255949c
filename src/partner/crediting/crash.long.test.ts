import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../testing/bundle.ts';
import { openTestFacts, put } from '../testing/facts.ts';
import { order, putTerms, rise } from '../testing/program.ts';
import { openOffice } from '../wallets/testing/office.ts';
import { checkBooks } from './testing/books.ts';

const DAYS = ['2024-03-04', '2024-03-05', '2024-03-06', '2024-03-07'];
const THROUGH = '2024-03-31';

test('a run that is killed at any point is completed by the next one', { timeout: 120_000 }, async () => {
  const { database, folder, facts, bringing } = await openOffice();
  const { sql } = database;
  await putTerms(bringing);
  await put(
    bringing,
    'orders',
    ...DAYS.map((day, index) =>
      order(index + 1, { opened_at: `${day}T00:00:00Z`, closed_at: `${day}T12:00:00Z` }),
    ),
  );
  await put(bringing, 'tier-changes', rise(501));
  await facts.close();
  const program = await bundle(join(import.meta.dirname, 'testing/crash.ts'));
  onTestFinished(program.remove);
  const start = (through = THROUGH, ...death: string[]) =>
    fork(program.path, [database.url, folder, through, ...death], { execArgv: [] });

  async function dieAt(
    through: string | undefined,
    nth: string,
    moment: string,
    payouts: string,
    what: string,
  ) {
    const child = start(through, nth, moment);
    await once(child, 'exit');
    expect([what, child.signalCode]).toEqual([what, 'SIGKILL']);
    const [head] = await sql`select number from payout_head`;
    expect([what, head]).toEqual([what, { number: payouts }]);
  }

  // The writes of a run are its payouts; a day that was paid and not noted is found to be paid in one more.
  await dieAt(DAYS[0], '1', 'before', '0', 'drafted, and not paid');
  await dieAt(DAYS[0], '1', 'object', '0', 'its object is stored, and it is not paid');
  await dieAt(DAYS[0], '1', 'append', '1', 'paid, and the store did not commit');
  await dieAt(DAYS[1], '1', 'append', '2', 'the store has caught up, and the next one was paid');

  // The next one is killed in the middle of its transaction in PostgreSQL.
  await sql.unsafe(`
    create function linger() returns trigger language plpgsql as 'begin perform pg_sleep(1); return null; end';
    create trigger payout_lingers after insert on payout for each row execute function linger()`);
  const child = start();
  const lingering = () => sql`select from pg_stat_activity where wait_event = 'PgSleep'`;
  await expect.poll(lingering, { timeout: 30_000 }).toHaveLength(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await sql`drop trigger payout_lingers on payout`;
  expect(await sql`select number from payout_head`).toEqual([{ number: '2' }]);

  await dieAt(THROUGH, '2', 'before', '3', 'paid and copied, and the compensation was drafted');
  await dieAt(THROUGH, '1', 'append', '4', 'the compensation was paid, and the store did not commit');

  const [code] = (await once(start(), 'exit')) as [number];
  expect(code).toBe(0);
  expect(await sql`select number, kind from payout order by number`).toEqual([
    { number: '1', kind: 'rewards' },
    { number: '2', kind: 'rewards' },
    { number: '3', kind: 'rewards' },
    { number: '4', kind: 'progress' },
  ]);
  const reopened = await openTestFacts(folder, database.db);
  try {
    await checkBooks(sql, reopened, THROUGH);
    expect(readdirSync(facts.spillFolder)).toEqual([]);
  } finally {
    await reopened.close();
  }
});
