import { afterAll, expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../platform/postgres/index.ts';
import { startProxy } from '../../../platform/postgres/testing/proxy.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { makeFolder, removeFolder, temporaryFolder } from '../../../testing/folder.ts';
import { contextOf, openTestFacts, put, testStorage } from '../../testing/facts.ts';
import { rate } from '../../testing/program.ts';

const { url, sql } = await createTestDatabase();
const folder = makeFolder();
afterAll(() => removeFolder(folder));

/** Facts whose next commit succeeds without an answer when `lose` is set, which it calls. */
async function openBehindProxy() {
  const line: { lose: (() => void) | undefined } = { lose: undefined };
  const proxy = await startProxy(url, (answer, drop) => {
    if (line.lose && answer.includes('COMMIT\0')) {
      drop();
      line.lose();
      line.lose = undefined;
    }
    return answer;
  });
  const options = { poolSize: 4, statementTimeoutMs: 10_000, applicationName: 'test' };
  const database = connect({ ...options, url: proxy.url });
  const facts = await openTestFacts(temporaryFolder(), database.db, {
    storage: testStorage(folder),
    // The cut connection and not the time it takes ends what this process may do.
    leaseMs: 60_000,
  });
  onTestFinished(async () => {
    await facts.close();
    await database.close();
    await proxy.cut();
  });
  return { proxy, line, facts };
}

const batches = async () => (await sql`select number from batch`).length;

test('a batch is stored once when the connection is lost after the commit and before its answer', async () => {
  const { line, facts } = await openBehindProxy();
  const before = await batches();
  let isLost = false;
  line.lose = () => (isLost = true);
  expect(await put(contextOf(facts), 'rates', rate('EUR', '2024-03-01', '0.9'))).toMatchObject({
    accepted: 1,
  });
  expect(isLost).toBe(true);
  expect(await batches()).toBe(before + 1);
  expect(facts.position.applied).toBe(before + 1);
  expect(await put(contextOf(facts), 'rates', rate('EUR', '2024-03-01', '0.9'))).toMatchObject({
    repeated: 1,
  });
  expect(await put(contextOf(facts), 'rates', rate('EUR', '2024-03-02', '0.9'))).toMatchObject({
    accepted: 1,
  });
});

test('a batch of which it is not known whether it was stored is answered so, and sent again it is stored once', async () => {
  const { proxy, line, facts } = await openBehindProxy();
  await facts.catchUp();
  const before = await batches();
  line.lose = () => void proxy.cut();
  const send = () => put(contextOf(facts), 'rates', rate('JPY', '2024-03-01', '150'));
  await expect(send()).rejects.toMatchObject({
    code: 'unavailable',
    headers: { 'retry-after': '5' },
    message: expect.stringContaining('not known whether the batch was stored. Send it again') as string,
  });
  expect(await batches()).toBe(before + 1);
  await proxy.restore();
  await facts.lease.renew();
  expect(await send()).toMatchObject({ accepted: 0, repeated: 1 });
  expect(await batches()).toBe(before + 1);
  expect(await facts.database.query("select count(*) as count from rates where currency = 'JPY'")).toEqual([
    { count: 1 },
  ]);
});
