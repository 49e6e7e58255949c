import { fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../../testing/bundle.ts';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { contextOf, openTestFacts, piecesOf, put, testOptions, testStorage } from '../../testing/facts.ts';
import { order, rate } from '../../testing/program.ts';
import { openFacts, type FactsOptions, type FactsContext } from '../handle/index.ts';
import { openCopy } from '../testing/copy.ts';
import { forAll, putMonths, readOrders } from '../testing/months.ts';

async function ownDatabase(): Promise<TestDatabase> {
  const database = await openTestDatabase();
  onTestFinished(() => database.drop());
  return database;
}

/** A store that writes its orders again for every correction. */
async function rewriting(change: Partial<FactsOptions> = {}): Promise<FactsContext> {
  const { db } = await ownDatabase();
  const facts = await openTestFacts(temporaryFolder(), db, { maxUpdatedRows: 0, ...change });
  onTestFinished(() => facts.close());
  await putMonths(contextOf(facts));
  return contextOf(facts);
}

test('a correction that writes the orders again gives what an update of them gives', async () => {
  const context = await rewriting();
  const { facts } = context;
  const folder = temporaryFolder();
  const updating = await openCopy({ ...testOptions(folder, facts.db), storage: facts.storage });
  onTestFinished(() => updating.close());
  for (const correction of [
    () => put(context, 'tariffs', forAll('20')),
    () => put(context, 'tariffs', forAll('30', '2024-05-12')),
    () => put(context, 'orders', order(3, { client_account: '9002' }), order(61)),
    () => put(context, 'rates', rate('EUR', '2024-04-01', '0.5')),
    () => put(context, 'clients', { ...CLIENT, link_code: 'L2' }),
  ]) {
    await correction();
    await updating.catchUp();
    expect(await readOrders(facts)).toEqual(await readOrders(updating));
  }
  const { pieces, fewest } = await piecesOf(context);
  expect(pieces).toBe(fewest);
  expect(await facts.database.query("select * from loose where kind = 'orders'")).toEqual([]);
});

const CLIENT = { client_uid: 'u1', registered_at: '2024-02-01T00:00:00Z', country: 'PT', platform: 'web' };

test('reports answer from before a large correction until it is whole, and imports learn how far it is', async () => {
  const storage = testStorage(temporaryFolder());
  const gate = new EventEmitter();
  let isHeld = false;
  const context = await rewriting({
    storage: {
      ...storage,
      async put(key, content) {
        await storage.put(key, content);
        if (isHeld && key.includes('tariffs')) await once(gate, 'open');
      },
    },
  });
  const { facts } = context;
  const before = await readOrders(facts);
  isHeld = true;
  const correcting = put(context, 'tariffs', forAll('20'));
  await expect.poll(() => facts.position.recomputed, { timeout: 20_000, interval: 5 }).toBe(1);
  await expect(put(context, 'rates', rate('CHF', '2024-03-01', '0.9'))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('100 % are done. Nothing was stored.') as string,
  });
  expect(await readOrders(facts)).toEqual(before);
  const waiting = put(context, 'rates', rate('CHF', '2024-03-01', '0.9'));
  gate.emit('open');
  await correcting;
  expect(await waiting).toMatchObject({ accepted: 1 });
  expect(facts.position.recomputed).toBeUndefined();
  expect(await readOrders(facts)).not.toEqual(before);
});

test('a large correction whose caller leaves changes nothing and can be sent again', async () => {
  const context = await rewriting();
  const { facts } = context;
  const before = await readOrders(facts);
  const leaving = new AbortController();
  const note = facts.position.noteRecomputed.bind(facts.position);
  facts.position.noteRecomputed = (fraction) => {
    note(fraction);
    if ((fraction ?? 0) > 0.4) leaving.abort(new Error('The caller has left.'));
  };
  await expect(put({ ...context, signal: leaving.signal }, 'tariffs', forAll('20'))).rejects.toThrow(
    'The caller has left.',
  );
  expect(facts.position.recomputed).toBeUndefined();
  expect(await readOrders(facts)).toEqual(before);
  expect(await put(context, 'tariffs', forAll('20'))).toMatchObject({ replaced: 1 });
  expect(await readOrders(facts)).not.toEqual(before);
});

test('a store that stops in a large correction of the log applies it again when it is opened', async () => {
  const { facts: writer } = await rewriting();
  const options = {
    ...testOptions(temporaryFolder(), writer.db),
    storage: writer.storage,
    maxUpdatedRows: 0,
  };
  const follower = await openCopy(options);
  await put(contextOf(writer), 'tariffs', forAll('20'));
  let closing: Promise<void> | undefined;
  follower.position.noteRecomputed = (fraction) => {
    if ((fraction ?? 0) > 0.4) closing ??= follower.close();
  };
  await expect(follower.catchUp()).rejects.toThrow('aborted');
  await closing;
  const again = await openFacts(options);
  onTestFinished(() => again.close());
  await again.ready;
  await again.catchUp();
  expect(again.position.applied).toBe(writer.position.head);
  expect(await readOrders(again)).toEqual(await readOrders(writer));
});

test('a large correction is whole or not there, wherever its process dies', { timeout: 60_000 }, async () => {
  const folder = temporaryFolder();
  const { db, sql, url } = await createTestDatabase();
  const first = await openTestFacts(folder, db);
  await putMonths(contextOf(first));
  await first.close();
  const program = await bundle(join(import.meta.dirname, '../testing', 'crash-correction.ts'));
  onTestFinished(program.remove);
  let expected = '10.00000000';
  for (const [moment, size, isLogged] of [
    ['half', '20', false],
    ['append', '30', true],
    ['commit', '40', true],
  ] as const) {
    const [{ number: head } = { number: '' }] = await sql<{ number: string }[]>`select number from log_head`;
    const child = fork(program.path, [folder, url, moment, size], { execArgv: [] });
    await once(child, 'exit');
    expect([moment, child.signalCode]).toEqual([moment, 'SIGKILL']);
    if (isLogged) expected = `${size}.00000000`;
    expect(await sql`select number from log_head`).toEqual([
      { number: String(Number(head) + Number(isLogged)) },
    ]);
    const facts = await openTestFacts(folder, db);
    expect(
      await facts.database.query(
        "select distinct reward_usd::varchar as size from orders where client_account = '9002'",
      ),
    ).toEqual([{ size: expected }]);
    await facts.close();
  }
});
