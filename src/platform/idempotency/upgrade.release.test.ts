import { expect, test } from 'vitest';
import { sha256 } from '../../kernel/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { migrateAsReleased, UPGRADE_FILES } from '../../testing/released.ts';
import { migrate } from '../postgres/index.ts';
import { findFirst, type Claim } from './index.ts';

const CLAIMS = '0041_idempotency_claims.sql';
const AT = new Date('2026-03-01T12:00:00.123Z');
const HASH = sha256('content');
const VOIDED_AT = new Date('2026-03-01T11:00:00.007Z');

const database = await createTestDatabase({ empty: true, poolSize: 4 });
const { sql, db } = database;

/** What a process of the version before writes. */
const before = {
  reference: (key: string) => sql`
    with key as (
      insert into idempotency_key (tenant, command, key, input_hash, subject_id, created_at)
      select tenant, command, key, input_hash, subject_id, created_at
      from json_populate_recordset(null::idempotency_key, ${JSON.stringify([
        {
          tenant: 'acme',
          command: 'withdrawal.create',
          key,
          input_hash: `\\x${HASH.toString('hex')}`,
          subject_id: 'w-1',
          created_at: AT,
        },
      ])}::text::json)
    ) select`,
  request: (key: string, step: number) => sql`
    with request_key as (
      insert into request_key (tenant, caller, key, step, content_hash, subject_id, result, created_at)
      select tenant, caller, key, step, content_hash, subject_id, result, created_at
      from json_populate_recordset(null::request_key, ${JSON.stringify([
        {
          tenant: 'acme',
          caller: 'ada lovelace',
          key,
          step,
          content_hash: `\\x${HASH.toString('hex')}`,
          subject_id: 'w-1',
          result: '\\xff0f',
          created_at: AT,
        },
      ])}::text::json)
    ) select`,
  batch: (key: string, counts: object, asOf: Date | null) => sql`
    insert into batch_key ${sql({
      tenant: 'acme',
      key,
      kind: 'orders',
      sha256: HASH,
      accepted: 0,
      repeated: 0,
      replaced: 0,
      withdrawn: 0,
      ...counts,
      as_of: asOf,
      created_at: AT,
    })}`,
};

async function writeAll(suffix: string): Promise<void> {
  await before.reference(`ref${suffix}`);
  await before.request(`key${suffix}`, 0);
  await before.request(`key${suffix}`, 1);
  await before.batch(`sent${suffix}`, { accepted: 3, repeated: 1, replaced: 2 }, AT);
  await before.batch(`same${suffix}`, { repeated: 7 }, null);
  await before.batch(`void${suffix}`, { replaced: 1, withdrawn: 4 }, VOIDED_AT);
}

const claimOf = (scope: string, key: string, step = 0, action = ''): Claim => ({
  tenant: 'acme',
  scope,
  key,
  step,
  fingerprint: Buffer.concat([HASH, Buffer.from(action)]),
  isKeptForGood: false,
  refusal: () => expect.unreachable(),
});

const find = (...given: Parameters<typeof claimOf>) => findFirst(db, claimOf(...given));

async function checkAll(suffix: string): Promise<void> {
  expect(await find('withdrawal.create', `ref${suffix}`)).toEqual({ subject: 'w-1', answer: null });
  for (const step of [0, 1])
    expect(await find('caller ada lovelace', `key${suffix}`, step)).toEqual({ subject: 'w-1', answer: null });
  const summary = { accepted: 0, repeated: 0, replaced: 0, refused: 0, errors: [] };
  expect(await find('batch', `sent${suffix}`, 0, 'send orders')).toMatchObject({
    answer: {
      answer: { ...summary, accepted: 3, repeated: 1, replaced: 2 },
      asOf: AT.toISOString(),
    },
  });
  expect(await find('batch', `same${suffix}`, 0, 'send orders')).toMatchObject({
    answer: { answer: { ...summary, repeated: 7 }, asOf: null },
  });
  const created_at = VOIDED_AT.toISOString();
  expect(await find('batch', `void${suffix}`, 0, 'void orders')).toMatchObject({
    answer: {
      answer: { number: 1, kind: 'orders', voids: null, withdrawn: 4, restored: 1, created_at },
      asOf: created_at,
    },
  });
}

test('an upgrade keeps every key, and processes of the version before go on with them', async () => {
  await migrateAsReleased(database, UPGRADE_FILES.slice(0, UPGRADE_FILES.indexOf(CLAIMS)));
  await sql`
    insert into log_object (key, kind, first_number, last_number, row_count, bytes, sha256, created_at)
    values ('o', 'orders', 1, 1, 1, 1, ${HASH}, ${VOIDED_AT})`;
  await sql`
    insert into batch (number, id, kind, tenant, actor_kind, actor_id, source, accepted, repeated, replaced, withdrawn,
      sha256, object, created_at)
    values (1, gen_random_uuid(), 'orders', 'acme', 'client', 'desk', 'void', 0, 0, 1, 4, ${HASH}, 'o', ${VOIDED_AT})`;
  await writeAll('-1');
  // A transaction of the version before is under way when the upgrade begins, and one begins while it runs.
  const open = await sql.reserve();
  await open`begin`;
  await open`
    insert into request_key (tenant, caller, key, step, content_hash, subject_id, created_at)
    values ('acme', 'desk', 'open', 0, ${HASH}, 'w-2', ${AT})`;
  const upgraded = migrate(database);
  await open`commit`;
  open.release();
  const during = before.reference('during').execute();
  expect(await upgraded).toContain(CLAIMS);
  await during;
  await checkAll('-1');
  expect(await findFirst(db, claimOf('caller desk', 'open'))).toEqual({ subject: 'w-2', answer: null });
  expect(await findFirst(db, claimOf('withdrawal.create', 'during'))).toBeDefined();

  await writeAll('-2');
  await checkAll('-2');
  for (const write of [
    () => before.reference('ref-1'),
    () => before.request('key-1', 0),
    () => before.batch('sent-1', { accepted: 1 }, AT),
  ])
    await expect(write()).rejects.toThrow('duplicate key');
  expect(
    await sql`select kind, sha256, accepted::int, repeated::int, replaced::int, withdrawn::int, as_of
    from batch_key where key in ('sent-2', 'void-2') order by key`,
  ).toEqual([
    { kind: 'orders', sha256: HASH, accepted: 3, repeated: 1, replaced: 2, withdrawn: 0, as_of: AT },
    { kind: 'orders', sha256: HASH, accepted: 0, repeated: 0, replaced: 1, withdrawn: 4, as_of: VOIDED_AT },
  ]);
  expect(
    await sql`select caller, step, subject_id from request_key where key = 'key-2' order by step`,
  ).toEqual([
    { caller: 'ada lovelace', step: 0, subject_id: 'w-1' },
    { caller: 'ada lovelace', step: 1, subject_id: 'w-1' },
  ]);
  await sql`delete from request_key where created_at < ${new Date(AT.getTime() + 1)}`;
  await sql`delete from batch_key where created_at < ${new Date(AT.getTime() + 1)}`;
  expect(await sql`select distinct scope from idempotency_claim`).toEqual([{ scope: 'withdrawal.create' }]);
});
