import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../testing/folder.ts';
import { credit } from '../../crediting/index.ts';
import { KINDS } from '../kinds/index.ts';
import type { Facts } from '../handle/index.ts';
import { contextOf, openTestStore, put, type FactRow } from '../../testing/facts.ts';
import { historyOf, voidBatch } from '../../reports/testing/history.ts';
import { world } from '../../reports/testing/questions.ts';

const TIMES: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(KINDS.map(({ name, time }) => [name.replaceAll('-', '_'), time])),
  credited_rewards: 'reward_date',
  progress_rewards: undefined,
  progress_reward_details: 'reward_date',
};

/** A digest of the rows of each day of each table. */
async function digestDays({ database }: Facts): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for (const [table, time] of Object.entries(TIMES)) {
    const day = time === undefined ? "date '2000-01-01'" : `${time}::date`;
    const days = await database.query<{ day: string; digest: string }>(
      `select ${day} as day, count(*) || ':' || bit_xor(hash(fact)) as digest from ${table} fact group by all`,
    );
    for (const each of days) digests.set(`${table} ${each.day}`, each.digest);
  }
  return digests;
}

async function markedAfter({ database }: Facts, batch: number): Promise<Set<string>> {
  const marked = await database.query<{ name: string }>(
    `select table_name || ' ' || day as name from changed_days where version > ${batch}`,
  );
  return new Set(marked.map(({ name }) => name));
}

/** Each kind whole, after those it refers to. */
const WHOLE = KINDS.flatMap(({ name }) => {
  const rows = world[name] ?? [];
  return rows.length === 0 ? [] : [{ kind: name, rows }];
});

/** Corrections of what is known, of several kinds. */
function corrections(): { kind: string; rows: readonly FactRow[] }[] {
  const single = historyOf(7).filter(({ rows }) => rows.length === 1);
  const [link] = world['links'] ?? [];
  return [
    ...[...new Set(single.map(({ kind }) => kind))].flatMap(
      (name) => single.findLast(({ kind }) => kind === name) ?? [],
    ),
    { kind: 'links', rows: [{ ...link, partner_account: '9996' }] },
  ];
}

async function openWhole(): Promise<Facts> {
  const store = await openTestStore(temporaryFolder());
  onTestFinished(() => store.close());
  for (const { kind, rows } of WHOLE) await put(contextOf(store), kind, ...rows);
  return store;
}

test('every day of a table on which a batch, a void or a payout changes a row is marked with it', async () => {
  const store = await openWhole();
  const pay = () => credit(contextOf(store), { through: '2024-05-31' });
  const steps = [
    pay,
    ...corrections().map(
      ({ kind, rows }) =>
        () =>
          put(contextOf(store), kind, ...rows),
    ),
  ];
  const voided = () => voidBatch(store, store.position.applied);
  let before = await digestDays(store);
  const changed = new Set<string>();
  for (const step of [...steps, voided, pay]) {
    const { applied } = store.position;
    await step();
    const after = await digestDays(store);
    const marked = await markedAfter(store, applied);
    for (const day of new Set([...before.keys(), ...after.keys()])) {
      if (before.get(day) === after.get(day)) continue;
      changed.add(day.replace(/ .*/, ''));
      expect(marked).toContain(day);
    }
    before = after;
  }
  expect([...changed]).toEqual(
    expect.arrayContaining(['orders', 'clients', 'client_accounts', 'deposits', 'credited_rewards']),
  );
});

test('a batch of new orders marks its own days alone', async () => {
  const store = await openWhole();
  const { applied } = store.position;
  const [order] = world['orders'] ?? [];
  await put(contextOf(store), 'orders', { ...order, ticket: 987_654_321 });
  const days = [...(await markedAfter(store, applied))];
  expect(days).toEqual([`orders ${String(order?.['closed_at']).slice(0, 10)}`]);
});
