import { expect, onTestFinished, test } from 'vitest';
import { newTraceId } from '../../../kernel/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { contextOf, openTestFacts, put } from '../../testing/facts.ts';
import { rate } from '../../testing/program.ts';
import { append } from './append.ts';
import { thorough } from '../../../testing/effort.ts';

const { db, sql } = await createTestDatabase({ poolSize: 8 });

const context = {
  actor: { kind: 'system', id: 'test', tenant: 'default', scopes: new Set<string>() },
  db,
  clock: { now: () => new Date('2024-06-01T12:00:00.000Z') },
  traceId: newTraceId(),
  signal: new AbortController().signal,
} as const;

const EPOCH = 1_000_000;
await sql`insert into lease (name, epoch, holder, expires_at) values ('facts', ${EPOCH}, 'test', 'infinity')`;

const batch = (id: number, number: number) => ({
  id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  number,
  kind: 'rates',
  source: 'ndjson',
  accepted: 1,
  repeated: 0,
  replaced: 0,
  withdrawn: 0,
  epoch: EPOCH,
  object: { key: `facts/rates/${id}.parquet`, rowCount: 1, bytes: 1, sha256: Buffer.alloc(32) },
});

test('of appends at the same time one gets each number, numbers have no gaps and times grow', async () => {
  const attempts = Array.from({ length: 24 }, (_, id) => batch(id, 1 + (id % 8)));
  let left = attempts;
  while (left.length > 0) {
    const outcomes = await Promise.allSettled(left.map((each) => append(context, each)));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'conflict' });
    if (refused.length === left.length) break;
    left = left.filter((_, index) => outcomes[index]?.status === 'rejected');
  }
  const rows = await sql<{ number: string; created_at: Date }[]>`
    select number, created_at from batch order by number`;
  expect(rows.map(({ number }) => number)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  expect(rows.map(({ created_at }) => created_at.getTime() - context.clock.now().getTime())).toEqual([
    0, 1, 2, 3, 4, 5, 6, 7,
  ]);
  expect(await sql`select number from log_head`).toEqual([{ number: '8' }]);
});

test('nothing about a batch can be changed or removed', async () => {
  await expect(sql`update batch set accepted = 2`).rejects.toThrow('append-only');
  await expect(sql`delete from batch`).rejects.toThrow('append-only');
  await expect(sql`truncate batch cascade`).rejects.toThrow('append-only');
});

thorough(
  'a writer whose lease was taken cannot commit, and its store follows the one that took it',
  async () => {
    const database = await createTestDatabase();
    const [folder, other] = [temporaryFolder(), temporaryFolder()];
    const first = await openTestFacts(folder, database.db);
    onTestFinished(() => first.close());
    const { storage } = first;
    await put(contextOf(first), 'rates', rate('EUR', '2024-03-01', '1'));
    const second = await openTestFacts(other, database.db, { storage });
    onTestFinished(() => second.close());
    // The first may renew it in between.
    await expect
      .poll(async () => {
        await database.sql`update lease set expires_at = now() - interval '1 second'`;
        await second.lease.renew();
        return second.lease.epoch;
      })
      .toBeDefined();
    await put(contextOf(second), 'rates', rate('EUR', '2024-03-02', '2'));
    await expect(put(contextOf(first), 'rates', rate('EUR', '2024-03-03', '3'))).rejects.toMatchObject({
      code: 'unavailable',
    });
    await first.catchUp();
    const known = 'select rate_date::varchar as day from rates order by day';
    expect(await first.database.query(known)).toEqual([{ day: '2024-03-01' }, { day: '2024-03-02' }]);
    expect(await database.sql`select number from batch order by number`).toHaveLength(2);
  },
);
