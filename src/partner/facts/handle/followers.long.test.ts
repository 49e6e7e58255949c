import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { contextOf, openTestFacts, put, testOptions, testStorage } from '../../testing/facts.ts';
import { putProgram, rate } from '../../testing/program.ts';
import { openFacts, type Facts, type FactsOptions } from './open.ts';
import { watchLog } from '../handle/index.ts';

const shared = await createTestDatabase({ poolSize: 8 });

/** Several processes of one log, each with a store of its own. */
function group(database: TestDatabase = shared) {
  const storage = testStorage(temporaryFolder());
  return async (change: Partial<FactsOptions> = {}): Promise<Facts> => {
    const facts = await openTestFacts(temporaryFolder(), database.db, { storage, ...change });
    const watching = watchLog(facts, { url: database.url, onError: () => {} });
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (!isOpen) return;
      isOpen = false;
      await watching.stop();
      await facts.close();
    };
    onTestFinished(close);
    return { ...facts, close };
  };
}

/** Bounded only so that a test that cannot succeed ends. */
const PATIENCE = { timeout: 60_000, interval: 5 };

const countRates = async ({ database }: Facts): Promise<unknown> =>
  (await database.query('select count(*) as count from rates'))[0];

test('a process without the lease gets every batch, and says how far it is', async () => {
  const join = group();
  const [writer, reader] = [await join(), await join()];
  expect([typeof writer.lease.epoch, reader.lease.epoch]).toEqual(['number', undefined]);
  await putProgram(contextOf(writer));
  await expect.poll(() => reader.position.applied, PATIENCE).toBe(writer.position.applied);
  await put(contextOf(writer), 'rates', rate('EUR', '2024-03-01', '0.9'));
  await expect.poll(() => countRates(reader), PATIENCE).toEqual({ count: 1 });
  await expect.poll(() => reader.position.applied, PATIENCE).toBe(writer.position.head);
  expect(reader.position.asOf).toEqual(writer.position.asOf);
  expect(reader.position.lagSeconds).toBe(0);
});

test('a process that is not notified asks for new batches once a second', async () => {
  const database = await ownDatabase();
  const writer = await group(database)();
  const quiet = await openTestFacts(temporaryFolder(), database.db, { storage: writer.storage });
  onTestFinished(() => quiet.close());
  await put(contextOf(writer), 'rates', rate('EUR', '2024-03-01', '0.9'));
  await expect.poll(() => countRates(quiet), PATIENCE).toEqual({ count: 1 });
});

test('a name that a partner gives an account reaches all stores', async () => {
  const database = await ownDatabase();
  const join = group(database);
  const stores = [await join(), await join()];
  const [writer] = stores;
  if (writer) await putProgram(contextOf(writer));
  await database.sql`
    insert into wallet_account (id, partner_uid, name, renamed, currency, type, created_at)
    values ('700001', 'P1', 'Mine', true, 'EUR', 'reward', now())`;
  for (const { database: store } of stores) {
    const names = () =>
      store.query("select account_name from renamed_accounts where partner_account = '700001'");
    await expect.poll(names, PATIENCE).toEqual([{ account_name: 'Mine' }]);
    await database.sql`update wallet_account set name = 'Ours' where id = '700001'`;
    await expect.poll(names, PATIENCE).toEqual([{ account_name: 'Ours' }]);
    await database.sql`update wallet_account set name = 'Mine' where id = '700001'`;
  }
});

test('a process that stops hands the lease over, and the next writes on from the same state', async () => {
  const join = group(await ownDatabase());
  const [first, second] = [await join(), await join()];
  await put(contextOf(first), 'rates', rate('EUR', '2024-03-01', '0.9'));
  await first.close();
  expect(
    await put(contextOf(second), 'rates', rate('EUR', '2024-03-01', '0.9'), rate('JPY', '2024-03-01', '150')),
  ).toMatchObject({ accepted: 1, repeated: 1 });
  expect(second.position.head).toBe(2);
});

test('a process whose store is still being made leaves the lease to others', async () => {
  const database = await ownDatabase();
  const join = group(database);
  const writer = await join();
  await put(contextOf(writer), 'rates', rate('EUR', '2024-03-01', '0.9'));
  await writer.close();
  const unreachable = {
    ...writer.storage,
    download: () => Promise.reject(new Error('The storage is gone.')),
  };
  const folder = temporaryFolder();
  const building = await openFacts({ ...testOptions(folder, database.db), storage: unreachable });
  onTestFinished(() => building.close());
  await expect(building.ready).rejects.toThrow('The storage is gone.');
  await expect(put(contextOf(building), 'rates', rate('JPY', '2024-03-01', '150'))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('being made from the log') as string,
  });
  const other = await join();
  expect(other.lease.epoch).toBeDefined();
});

async function ownDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase({ poolSize: 8 });
  onTestFinished(() => database.drop());
  return database;
}
