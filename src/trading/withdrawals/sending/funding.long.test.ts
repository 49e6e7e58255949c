import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Decimal, type Actor, type Context } from '../../../kernel/index.ts';
import { hold } from '../../../platform/leases/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { PayingWallet, Venue } from '../../venues/index.ts';
import { connectTo, imitationOf, startLoopback, type Loopback } from '../../venues/testing/imitated.ts';
import { NO_RATES } from '../policy/index.ts';
import { beginAttempt } from './attempt.ts';
import { concludeAttempt } from './conclude.ts';
import { toRequest } from './request.ts';
import { selectAttempts } from './store.ts';
import { postpone } from '../store.ts';
import { fundingSupportOf } from './submission.ts';
import { submitDue } from './submit.ts';
import { openWithdrawalService } from '../testing/service.ts';

/** A call has time enough on a busy machine; only attempts that are to end in doubt have little. */
const TIMING = { callTimeoutMs: 20_000, marginMs: 100 };
const SHORT = { ...TIMING, callTimeoutMs: 600 };
const WORKER: Actor = { kind: 'system', id: 'worker', tenant: 'acme', scopes: new Set(['admin']) };
/** What the imitated exchanges charge for a withdrawal of ETH. */

describe.each(['okx', 'kucoin'])('a withdrawal at %s, which pays from a wallet of its own', (id) => {
  let exchange: Loopback;
  let venue: Venue;
  let service: Awaited<ReturnType<typeof openWithdrawalService>>;
  let context: Context<Db>;
  let wallet: PayingWallet;
  beforeAll(async () => {
    exchange = await startLoopback(imitationOf(id).dialect);
    venue = connectTo(id, exchange.port);
    service = await openWithdrawalService({ venue });
    context = service.contextOf(WORKER);
    const declared = venue.withdrawals?.payingWallet;
    if (!declared) throw new Error('The venue has no paying wallet.');
    wallet = declared;
    await service.decree([{ verdict: 'ALLOW' }]);
  });
  afterAll(async () => {
    await venue.close();
    await exchange.goOffline();
  });
  beforeEach(async () => {
    // What a failed test has left would take the money of the next one.
    await context.db
      .updateTable('withdrawal')
      .set({ due_at: null })
      .where('status', '=', 'PENDING')
      .execute();
    const { core } = exchange;
    core.paying?.set('ETH', Decimal.ZERO);
    core.transfers.length = 0;
    core.withdrawals.length = 0;
  });

  const create = async (amount = '1.5'): Promise<string> => {
    const blockchainDestination = { address: `0x${'ab'.repeat(20)}`, network: 'ETHEREUM' };
    const { body } = await service.create({ asset: { code: 'ETH' }, amount, blockchainDestination });
    return body.id;
  };
  const work = (timing = TIMING) => submitDue(context, service.directory, timing, { venue: 'test' });
  const statusOf = async (withdrawal: string): Promise<string> =>
    (await service.send('desk', 'GET', `venues/withdrawals/${withdrawal}`)).body.status;
  const attemptsOf = async (withdrawal: string): Promise<string[]> =>
    (await selectAttempts(context.db, withdrawal).execute()).map(({ kind, outcome }) => `${kind} ${outcome}`);
  const amounts = () => exchange.core.transfers.map(({ amount }) => amount);

  /** Works as often as a worker would, until the withdrawal is no longer pending. */
  async function finish(withdrawal: string): Promise<string> {
    for (;;) {
      await work();
      const status = await statusOf(withdrawal);
      if (status !== 'PENDING') return status;
      await sleep(50);
    }
  }

  /** What a process does that dies after a number of steps: records the attempt, moves the money, records that. */
  async function die(withdrawal: string, after: 'attempt' | 'transfer' | 'record'): Promise<void> {
    const listed = await service.directory.find('acme', 'test');
    const lease = await hold(context.db, { name: withdrawal, lifetimeMs: 1_000 });
    if (!lease) throw new Error('The lease must be free.');
    const { row, attempt } = await beginAttempt(
      context,
      { listed, lease, rates: NO_RATES },
      withdrawal,
      SHORT,
    );
    await lease.release();
    expect(attempt).toMatchObject({ kind: 'fund' });
    if (!attempt || after === 'attempt') return;
    const request = { withdrawal: toRequest(row), reserved: Decimal.ZERO };
    const deadline = new Date(Date.now() + TIMING.callTimeoutMs);
    const outcome = await wallet.fund(request, { deadline });
    expect(outcome).toMatchObject({ kind: 'answered' });
    if (after === 'transfer') return;
    const { number } = attempt;
    const { marginMs } = TIMING;
    const support = fundingSupportOf(wallet);
    await concludeAttempt(context, { id: withdrawal, number, outcome, support, marginMs });
  }

  it('is paid after a recorded transfer of its amount and fee', async () => {
    const withdrawal = await create();
    expect(await finish(withdrawal)).toBe('SUBMITTED');
    expect(await attemptsOf(withdrawal)).toEqual(['fund accepted', 'submit accepted']);
    expect(amounts()).toEqual(['1.5005']);
    expect(exchange.core.withdrawals).toHaveLength(1);
  });

  it.each([
    ['before the transfer was sent', 'attempt'],
    ['after the transfer and before that was recorded', 'transfer'],
    ['between the transfer and the withdrawal', 'record'],
  ] as const)('moves and pays once, though the process is killed %s', async (_when, after) => {
    const withdrawal = await create();
    await die(withdrawal, after);
    expect(await finish(withdrawal)).toBe('SUBMITTED');
    expect(amounts()).toEqual(['1.5005']);
    expect(exchange.core.withdrawals.map(({ amount }) => amount)).toEqual(['1.5']);
  });

  it.each(['drop', 'lose'] as const)('moves and pays once, though the transfer meets a %s', async (type) => {
    const withdrawal = await create();
    await exchange.strike('fund', { type });
    await work(SHORT);
    expect(await finish(withdrawal)).toBe('SUBMITTED');
    expect(amounts()).toEqual(['1.5005']);
    expect(exchange.core.withdrawals).toHaveLength(1);
  });

  it('is not paid with what was moved for another one', async () => {
    const first = await create();
    await die(first, 'record');
    await postpone(context.db, first, 'PENDING', new Date(Date.now() + 60_000)).execute();
    const second = await create('0.25');
    expect(await finish(second)).toBe('SUBMITTED');
    await postpone(context.db, first, 'PENDING', new Date()).execute();
    expect(await finish(first)).toBe('SUBMITTED');
    expect(amounts()).toEqual(['1.5005', '0.2505']);
    expect(exchange.core.payable('ETH').isZero).toBe(true);
  });

  it('fails with the reason of the venue where the trading wallet has too little', async () => {
    const withdrawal = await create('1000000');
    expect(await finish(withdrawal)).toBe('FAILED');
    expect(await attemptsOf(withdrawal)).toEqual(['fund refused']);
    expect(exchange.core.withdrawals).toEqual([]);
  });
});
