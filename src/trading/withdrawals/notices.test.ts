import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { newId, newTraceId, systemClock } from '../../kernel/index.ts';
import { noticeJobs, type NoticeKind } from '../../platform/notices/index.ts';
import { dropJobs, optionsFor } from '../../platform/notices/testing/fixture.ts';
import { openMailServer } from '../../platform/notices/testing/mail-server.ts';
import { startWorker } from '../../platform/worker/index.ts';
import { withdrawalNotices } from './index.ts';
import { troubleOccasions } from './notices.ts';
import { selectWithdrawal } from './store.ts';
import { openWithdrawalService } from './testing/service.ts';

const { send, create, decree, database } = await openWithdrawalService();
const { sql } = database;
const [voteNotice, , doubtNotice, failureNotice, screeningNotice] = withdrawalNotices;

beforeAll(async () => {
  await decree([{ asset: 'BTC', amountFrom: '10', verdict: 'REQUIRE_APPROVALS', approvals: 2 }]);
});

beforeEach(async () => {
  await sql`truncate notice cascade`;
  await dropJobs(database);
  await sql`delete from notice_address`;
  await sql`delete from credential where kind = 'person'`;
  for (const [name, role] of [
    ['ada', 'trading:approver'],
    ['grace', 'trading:approver'],
    ['victor', 'trading:viewer'],
    ['otto', 'trading:operator'],
    ['boss', 'trading:admin'],
  ] as const) {
    await sql`insert into credential (id, kind, name, tenant, scopes, roles, secret_id, created_at)
      values (${newId()}, 'person', ${name}, 'acme', '{}', array[${role}], ${newId()}, now())`;
    await sql`insert into notice_address (person, channel, address, request_id, requested_at, confirmed_at)
      values (${name}, 'EMAIL', ${`${name}@people.example`}, gen_random_uuid(), now(), now())`;
  }
});

const vote = (actor: string, id: string) =>
  send(actor, 'POST', `venues/withdrawals/${id}/votes`, { body: { decision: 'APPROVE' } });

async function reached(id: string, kind: NoticeKind = voteNotice): Promise<readonly string[] | undefined> {
  const context = {
    actor: { kind: 'system', id: 'notice.make', tenant: 'acme', scopes: new Set<string>() } as const,
    clock: systemClock,
    db: database.db,
    traceId: newTraceId(),
    signal: new AbortController().signal,
  };
  return (await kind.find(context, id, undefined))?.people;
}

test('those get a message who can vote, until enough have voted', async () => {
  const { body } = await create({ amount: '12' });
  expect(await reached(body.id)).toEqual(['ada', 'grace']);
  await vote('ada', body.id);
  expect(await reached(body.id)).toEqual(['grace']);
  await vote('grace', body.id);
  expect(await reached(body.id)).toBeUndefined();
});

test('nobody gets a message who lost the role, was revoked or counts as the requester', async () => {
  const { body } = await create({ amount: '12' });
  await sql`update credential set roles = '{}' where name = 'ada'`;
  expect(await reached(body.id)).toEqual(['grace']);
  await sql`insert into counts_as (account, person, since, until) values ('grace', 'desk', now() - interval '1 hour', null)`;
  onTestFinished(async () => void (await sql`delete from counts_as where account = 'grace'`));
  expect(await reached(body.id)).toEqual([]);
});

test('the people that a policy names get the message', async () => {
  const { body } = await create({ amount: '12' });
  await sql`update withdrawal set approvers = array['grace', 'linus'] where id = ${body.id}`;
  expect(await reached(body.id)).toEqual(['grace']);
});

test('a withdrawal that waits reaches the approvers by mail, with a reminder before it expires', async () => {
  const server = await openMailServer();
  const { body } = await create({ amount: '12' });
  const jobs = await sql<{ task: string; hours: number }[]>`
    select task_identifier as task, round(extract(epoch from run_at - now()) / 3600)::int as hours
    from graphile_worker.jobs where task_identifier = 'notice.make' order by run_at`;
  expect(jobs.map(({ hours }) => hours)).toEqual([0, 60]);
  const worker = await startWorker({
    database,
    group: 'notices',
    ...noticeJobs(optionsFor(server.port, { kinds: withdrawalNotices })),
    cron: [],
    atStart: [],
    concurrency: 2,
    stopTimeoutMs: 1000,
    clock: systemClock,
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  });
  onTestFinished(() => worker.stop());
  await expect.poll(() => server.accepted.length, { timeout: 30_000 }).toBe(2);
  const [{ email } = {}] = server.accepted;
  expect(email?.subject).toBe('A withdrawal waits for your vote');
  expect(email?.text).toContain(`desk wants to withdraw 12 BTC from`);
  expect(email?.text).toContain(`https://trading.example.com/console/withdrawals/${body.id}`);
  expect(server.accepted.map(({ to }) => to).toSorted()).toEqual([
    'ada@people.example',
    'grace@people.example',
  ]);
});

test('admins get a message about a payment in doubt until it is resolved, operators about a failed one', async () => {
  const { body } = await create({ amount: '12' });
  expect([await reached(body.id, doubtNotice), await reached(body.id, failureNotice)]).toEqual([
    undefined,
    undefined,
  ]);
  await sql`update withdrawal set status = 'PENDING', due_at = null where id = ${body.id}`;
  expect([await reached(body.id, doubtNotice), await reached(body.id, failureNotice)]).toEqual([
    ['boss'],
    undefined,
  ]);
  await sql`update withdrawal set status = 'FAILED', failure_message = 'No funds.' where id = ${body.id}`;
  expect([await reached(body.id, doubtNotice), await reached(body.id, failureNotice)]).toEqual([
    undefined,
    ['otto'],
  ]);
});

test('a withdrawal that fails or comes to need a person is an occasion, and one that goes on is none', async () => {
  const { body } = await create({ amount: '12' });
  const row = await selectWithdrawal(database.db, 'acme', body.id).executeTakeFirstOrThrow();
  const pending = { ...row, status: 'PENDING', due_at: new Date() } as const;
  const parked = { ...pending, due_at: null };
  const kindsOf = (before: typeof row, after: typeof row) =>
    troubleOccasions(before, { from: before.status, after }).map(
      ({ payload }) => (payload as { kind: string }).kind,
    );
  expect(kindsOf(pending, parked)).toEqual(['withdrawal.doubt']);
  expect(kindsOf(parked, parked)).toEqual([]);
  expect(kindsOf(pending, pending)).toEqual([]);
  expect(kindsOf(pending, { ...pending, status: 'FAILED' })).toEqual(['withdrawal.failed']);
});

test('a dry run tells nobody', async () => {
  await create({ amount: '12' }, { headers: { 'x-dry-run': 'true' } });
  expect(await sql`select from graphile_worker.jobs where task_identifier = 'notice.make'`).toEqual([]);
});

test('those who can still vote get a message about one that is screened, and again when people decide', async () => {
  await decree([
    { asset: 'BTC', amountFrom: '50', verdict: 'REQUIRE_SCREENING' },
    { asset: 'BTC', amountFrom: '60', verdict: 'REQUIRE_APPROVALS', approvals: 1 },
    { verdict: 'ALLOW' },
  ]);
  const [{ body: free }, { body: voted }] = [await create({ amount: '50' }), await create({ amount: '60' })];
  expect(await reached(free.id)).toBeUndefined();
  expect(await reached(voted.id)).toEqual(['ada', 'grace']);
  await vote('ada', voted.id);
  expect(await reached(voted.id)).toBeUndefined();
  for (const { id } of [free, voted]) {
    const shown = (await send('screener', 'GET', `venues/withdrawals/${id}?expand=approvals`)).body;
    await send('screener', 'POST', `venues/withdrawals/${id}/screening`, {
      body: {
        verdict: 'HOLD',
        digest: shown.screening?.digest,
        reason: 'A name is alike.',
        evidence: 'case 7',
      },
    });
  }
  expect(await reached(free.id, screeningNotice)).toEqual(['ada', 'grace']);
  expect(await reached(voted.id, screeningNotice)).toEqual(['grace']);
  const asked = await sql<{ subject: string }[]>`
    select payload -> 'payload' ->> 'subject' as subject
    from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs))
    where payload -> 'payload' ->> 'kind' = 'withdrawal.screening'`;
  expect(new Set(asked.map(({ subject }) => subject))).toEqual(new Set([free.id, voted.id]));
});
