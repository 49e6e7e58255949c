import { expect, it } from 'vitest';
import { newTraceId, systemClock, type Actor } from '../../kernel/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { stopUnfinished } from './index.ts';
import { STATUSES } from './status.ts';
import { aRow, plant } from './testing/plant.ts';

const { db, sql } = await createTestDatabase();
const actor: Actor = { kind: 'system', id: 'start', tenant: 'system', scopes: new Set() };
const context = {
  actor,
  db,
  clock: systemClock,
  traceId: newTraceId(),
  signal: new AbortController().signal,
};

it('after a restore no unfinished conversion places further orders, and each change is audited and announced', async () => {
  const rows = STATUSES.map((status) => aRow({ status, due_at: null }));
  await plant(sql, rows);
  const stopped = await db.transaction().execute((tx) => stopUnfinished(tx, context));
  expect(stopped).toBe(3);
  const after = await sql<{ id: string; status: string; due: boolean }[]>`
    select id, status, due_at is not null as due from conversion`;
  const byFormer = Object.fromEntries(
    rows.map(({ id, status }) => [status, after.find((row) => row.id === id)]),
  );
  expect(byFormer).toMatchObject({
    SIMULATED: { status: 'SIMULATED', due: false },
    PENDING: { status: 'CANCELLED', due: false },
    PROCESSING: { status: 'PENDING_CANCEL', due: true },
    PENDING_CANCEL: { status: 'PENDING_CANCEL', due: true },
    CANCELLED: { status: 'CANCELLED', due: false },
    COMPLETED: { status: 'COMPLETED', due: false },
    FAILED: { status: 'FAILED', due: false },
  });
  const entries = await sql`select tenant, action from audit_log where action = 'conversion.stop'`;
  expect(entries).toEqual(Array.from({ length: 3 }, () => ({ tenant: 'acme', action: 'conversion.stop' })));
  expect(await sql`select resource_id from outbox`).toHaveLength(2);
});
