import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Actor } from '../../../kernel/index.ts';
import { hold, Lease } from '../../../platform/leases/index.ts';
import { createClock } from '../../../platform/auth/testing/fixture.ts';
import { NO_RATES } from '../policy/index.ts';
import { beginAttempt } from './attempt.ts';
import { selectAttempts } from './store.ts';
import { submitDue } from './submit.ts';
import { scriptedVenue } from '../testing/scripted-venue.ts';
import { openWithdrawalService } from '../testing/service.ts';

const WORKER: Actor = { kind: 'system', id: 'worker', tenant: 'acme', scopes: new Set(['admin']) };
const TIMING = { callTimeoutMs: 1_000, marginMs: 100 };

const clock = createClock(new Date().toISOString());
const { venue, left, reactions } = scriptedVenue(clock);
const service = await openWithdrawalService({ venue, clock });
const context = service.contextOf(WORKER);
await service.decree([{ verdict: 'ALLOW' }]);

const attemptsOf = async (id: string) =>
  (await selectAttempts(context.db, id).execute()).map(({ kind, outcome }) => [kind, outcome]);

it('a submitter whose lease ends between its attempt and the call sends nothing, and the next one sends it once', async () => {
  const { body } = await service.create();
  // So short that it has ended when the attempt is committed.
  await submitDue(context, service.directory, { ...TIMING, leaseMs: 1 }, { venue: 'test' });
  expect(left).toEqual([]);
  const attempts = await attemptsOf(body.id);
  expect(attempts.every(([, outcome]) => outcome === 'notSent')).toBe(true);
  clock.advance(120_000);
  await submitDue(context, service.directory, TIMING, { venue: 'test' });
  expect(left.map(({ reference }) => reference)).toEqual([body.id]);
});

it('a submitter that wakes up after another has taken over records no attempt', async () => {
  const { body } = await service.create();
  const late = await Lease.acquire(context.db, { name: 'account', holder: 'late', lifetimeMs: 1 });
  await sleep(5);
  const next = await hold(context.db, { name: 'account' });
  if (!late || !next) throw new Error('The lease must be free.');
  const listed = await service.directory.find('acme', 'test');
  await expect(
    beginAttempt(context, { listed, lease: late, rates: NO_RATES }, body.id, TIMING),
  ).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(await attemptsOf(body.id)).toEqual([]);
  const { attempt } = await beginAttempt(context, { listed, lease: next, rates: NO_RATES }, body.id, TIMING);
  expect(attempt).toMatchObject({ kind: 'submit', number: 1 });
});

it('a refusal in words that no database keeps ends the withdrawal', async () => {
  await context.db.updateTable('withdrawal').set({ due_at: null }).execute();
  const { body } = await service.create();
  reactions.push('refuse illegibly');
  await submitDue(context, service.directory, TIMING, { venue: 'test' });
  const shown = await service.send('desk', 'GET', `venues/withdrawals/${body.id}`);
  expect(shown.body).toMatchObject({ status: 'FAILED', failureMessage: 'Too \ufffd small \ufffd' });
});
