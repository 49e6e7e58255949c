import { beforeEach, describe, expect, it } from 'vitest';
import { Decimal, type Actor } from '../../kernel/index.ts';
import { listAnchors, writeAnchor, sealAudit } from '../../platform/audit/index.ts';
import { createClock } from '../../platform/auth/testing/fixture.ts';
import { openLocalStorage, type Storage } from '../../platform/storage/index.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { HELD, releaseRestore, watchRestores } from '../restores/index.ts';
import type { WithdrawalApi } from '../venues/index.ts';
import { doubtUnsent, withdrawalJobs } from './index.ts';
import { scriptedVenue } from './testing/scripted-venue.ts';
import { openWithdrawalService, type Body } from './testing/service.ts';

const MINUTE_MS = 60_000;
const SYSTEM: Actor = { kind: 'system', id: 'test', tenant: 'acme', scopes: new Set() };

const clock = createClock();
const { venue, left } = scriptedVenue(clock);
const service = await openWithdrawalService({ venue, clock });
const { create, send, decree, database } = service;
const context = service.contextOf(SYSTEM);
const ALLOW = [{ verdict: 'ALLOW' }];
await decree(ALLOW);
const submit = withdrawalJobs(service.directory).handlers.find(({ job }) => job.name === 'withdrawal.submit');

async function work(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    clock.advance(MINUTE_MS);
    await submit?.run(context, { venue: 'test' });
  }
}

const created = async (): Promise<string> => (await create({ amount: '1' })).body.id;
const show = async (id: string): Promise<Body & { waitingReason?: string | null }> =>
  (await send('desk', 'GET', `venues/withdrawals/${id}`)).body;
const waitingReasonOf = async (id: string): Promise<string | null | undefined> => {
  const [row] = await database.sql<
    { waiting_reason: string | null }[]
  >`select waiting_reason from withdrawal where id = ${id}`;
  return row?.waiting_reason;
};
/** What the venue paid in the time that the database has lost. */
const paidMeanwhile = (reference: string): void => {
  left.push({ reference, amount: Decimal.parse('1'), at: clock.now() });
};

const open = (): Storage =>
  openLocalStorage({ folder: temporaryFolder(), secret: Buffer.alloc(32), publicUrl: 'http://q.example' });

/** A storage with an anchor that the database does not reach. */
async function openAhead(): Promise<Storage> {
  const storage = open();
  await writeAnchor(storage, { seq: 1_000_000n, hash: 'f'.repeat(64) });
  return storage;
}

async function start(storage: Storage, logged: unknown[] = []) {
  const logger = {
    error: (...line: unknown[]) => logged.push(line),
    warn: (...line: unknown[]) => logged.push(line),
  };
  const watch = await watchRestores({
    context,
    storage,
    logger: logger as never,
    precautions: { withdrawals: doubtUnsent },
    everyMs: 60_000,
  });
  await watch.stop();
}

const restores = () => database.sql<{ released_at: Date | null }[]>`select released_at from restore`;

beforeEach(async () => {
  await database.sql`delete from restore`;
  await database.sql`update withdrawal set status = 'CANCELLED', due_at = null where status in ('PENDING', 'APPROVAL_REQUESTED')`;
  left.length = 0;
});

describe('after a restore', () => {
  it('what was paid in the lost time is found at the venue and not paid again', async () => {
    const [paid, unpaid] = [await created(), await created()];
    paidMeanwhile(paid);
    await start(await openAhead());
    expect(await waitingReasonOf(unpaid)).toBe(HELD);
    await work();
    expect(left.map(({ reference }) => reference)).toEqual([paid]);
    expect((await show(paid)).status).toBe('SUBMITTED');
    expect((await show(unpaid)).status).toBe('PENDING');
    expect(await waitingReasonOf(unpaid)).toBe(HELD);
  });

  it('nothing is sent before the release, not even what is created later; then everything leaves once', async () => {
    const before = await created();
    await start(await openAhead());
    const after = await created();
    await work();
    expect(left).toEqual([]);
    expect(await waitingReasonOf(after)).toBe(HELD);
    await releaseRestore(context, { reason: 'compared with the venue', differences: [] });
    await work();
    expect(left.map(({ reference }) => reference).toSorted()).toEqual([before, after].toSorted());
    await work();
    expect(left).toHaveLength(2);
  });

  it('what waits for approvals is also looked up at the venue before it can be sent', async () => {
    await decree([{ verdict: 'REQUIRE_APPROVALS', approvals: 1 }]);
    const id = await created();
    paidMeanwhile(id);
    await start(await openAhead());
    await releaseRestore(context, { reason: 'compared', differences: [] });
    await send('grace', 'POST', `venues/withdrawals/${id}/votes`, { body: { decision: 'APPROVE' } });
    await work();
    expect(left).toHaveLength(1);
    expect((await show(id)).status).toBe('SUBMITTED');
    await decree(ALLOW);
  });

  it('so is what waits for its screening, and the answer of a screener that repeats itself pays nothing twice', async () => {
    await decree([{ verdict: 'REQUIRE_SCREENING' }, { verdict: 'ALLOW' }]);
    const id = await created();
    paidMeanwhile(id);
    await start(await openAhead());
    await releaseRestore(context, { reason: 'compared', differences: [] });
    await work();
    const shown = (await send('desk', 'GET', `venues/withdrawals/${id}?expand=approvals`)).body;
    await send('screener', 'POST', `venues/withdrawals/${id}/screening`, {
      body: { verdict: 'PASS', digest: shown.screening?.digest, reason: 'No match.', evidence: 'case 7' },
    });
    await work();
    expect(left).toHaveLength(1);
    expect((await show(id)).status).toBe('SUBMITTED');
    await decree(ALLOW);
  });

  it('a venue that cannot be asked leaves its withdrawals to a person', async () => {
    const id = await created();
    const { find: _find, ...blind } = venue.withdrawals as WithdrawalApi;
    service.listed.venue = { ...venue, withdrawals: blind };
    await start(await openAhead());
    await releaseRestore(context, { reason: 'compared', differences: [] });
    await work();
    service.listed.venue = venue;
    expect(left).toEqual([]);
    expect(await waitingReasonOf(id)).toMatch('Check the venue, then resolve it.');
    const [row] = await database.sql`select due_at from withdrawal where id = ${id}`;
    expect(row).toEqual({ due_at: null });
  });

  it('one record is made, however many processes start, and not again after the release', async () => {
    await created();
    const storage = await openAhead();
    await Promise.all([start(storage), start(storage), start(storage)]);
    expect(await restores()).toEqual([{ released_at: null }]);
    await releaseRestore(context, { reason: 'compared', differences: [{ id: 'x' }] });
    await start(storage);
    expect(await restores()).toHaveLength(1);
    await sealAudit(database.db);
    const entries = await database.sql`
      select details from audit_log where action = 'restore.release' order by id desc limit 1`;
    expect(entries).toEqual([{ details: { reason: 'compared', differences: [{ id: 'x' }] } }]);
  });

  it('even if the lost anchor could not be removed, a release lasts', async () => {
    const storage = await openAhead();
    const keeping = { ...storage, remove: () => Promise.resolve() };
    await start(keeping);
    await releaseRestore(context, { reason: 'compared', differences: [] });
    await created();
    await sealAudit(database.db);
    await start(keeping);
    expect((await restores()).filter(({ released_at }) => released_at === null)).toEqual([]);
  });

  it('a release without a restore is refused', async () => {
    await expect(releaseRestore(context, { reason: 'r', differences: [] })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('no restore is seen', () => {
  it('at a first start with an empty storage, which then has the first anchor', async () => {
    await created();
    await sealAudit(database.db);
    const storage = open();
    await start(storage);
    expect(await restores()).toEqual([]);
    expect(await listAnchors(storage)).toHaveLength(1);
  });

  it('while the database goes on from its anchors', async () => {
    const storage = open();
    for (let turn = 0; turn < 3; turn += 1) {
      await created();
      await sealAudit(database.db);
      await start(storage);
    }
    expect(await restores()).toEqual([]);
    await work();
    expect(left).toHaveLength(3);
  });

  it('when the storage fails: that is logged, and withdrawals go on', async () => {
    const broken: Storage = {
      ...open(),
      list: () => {
        throw new Error('The storage is out of service.');
      },
    };
    const logged: unknown[] = [];
    await start(broken, logged);
    expect(JSON.stringify(logged)).toMatch('the anchors of the audit log could not be compared or written');
    await created();
    await work();
    expect(left).toHaveLength(1);
  });
});
