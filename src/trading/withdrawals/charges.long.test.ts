import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor, Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { reconcile } from '../reconciliation/index.ts';
import type { Venue } from '../venues/index.ts';
import { connectTo, imitationOf, startLoopback, type Loopback } from '../venues/testing/imitated.ts';
import { pollDue, submitDue } from './sending/index.ts';
import { openWithdrawalService } from './testing/service.ts';

const TIMING = { callTimeoutMs: 20_000, marginMs: 100 };
const WORKER: Actor = { kind: 'system', id: 'worker', tenant: 'acme', scopes: new Set(['admin']) };
const AT = { venue: 'test' };

/** A fee inside the amount in records of what was sent, one inside in records of what arrives, and one on top. */
/** As it was asked for, or as the exchange writes it. */
const ONE_AND_A_HALF: unknown = expect.stringMatching(/^1\.50?$/);

describe.each(['gate', 'binance', 'bybit'])('a withdrawal at %s', (id) => {
  let exchange: Loopback;
  let venue: Venue;
  let service: Awaited<ReturnType<typeof openWithdrawalService>>;
  let context: Context<Db>;
  const { dialect } = imitationOf(id);
  const charged = dialect.withdrawalFee;
  beforeAll(async () => {
    exchange = await startLoopback(dialect);
    const connected = connectTo(id, exchange.port);
    // From then on it is known what it asks.
    await connected.describe({ deadline: new Date(Date.now() + 20_000) });
    venue = { ...connected, code: 'test' };
    service = await openWithdrawalService({ venue });
    context = service.contextOf(WORKER);
    await service.decree([{ verdict: 'ALLOW' }]);
  });
  afterAll(async () => {
    await venue.close();
    await exchange.goOffline();
  });
  beforeEach(() => {
    exchange.core.withdrawalFee = charged;
  });

  /** Sends one and answers its id, and its reference in the books of the exchange. */
  async function send(): Promise<{ id: string; reference: string }> {
    const blockchainDestination = { address: `0x${'ab'.repeat(20)}`, network: 'ETHEREUM' };
    const { body } = await service.create({ asset: { code: 'ETH' }, amount: '1.50', blockchainDestination });
    await submitDue(context, service.directory, TIMING, AT);
    const reference = exchange.core.withdrawals.at(-1)?.reference ?? '';
    return { id: body.id, reference };
  }
  async function poll(withdrawal: string) {
    await context.db
      .updateTable('withdrawal')
      .set({ due_at: new Date(0) })
      .where('id', '=', withdrawal)
      .execute();
    await pollDue(context, service.directory, TIMING, AT);
    const { body } = await service.send('desk', 'GET', `venues/withdrawals/${withdrawal}`);
    return body;
  }
  async function differences(withdrawal: string) {
    const since = new Date(Date.now() - 60_000);
    const found = await reconcile(context, { kind: 'withdrawals', venue, since, symbols: [] });
    return found.differences.filter(({ here }) => here?.id === withdrawal).map(({ fields }) => fields);
  }

  it('pays the amount, shows its hash before it is completed, and agrees with the venue', async () => {
    const { id, reference } = await send();
    expect(exchange.core.withdrawals.at(-1)).toMatchObject({ received: ONE_AND_A_HALF });
    expect(await poll(id)).toMatchObject({ status: 'SUBMITTED', fee: charged.fee, blockchainMetadata: null });
    exchange.core.broadcast(reference);
    expect(await poll(id)).toMatchObject({ status: 'SUBMITTED', blockchainMetadata: { hash: '0xhash' } });
    exchange.core.settle(reference, 'completed');
    expect(await poll(id)).toMatchObject({
      status: 'COMPLETED',
      amount: '1.50',
      fee: charged.fee,
      chargedFee: charged.fee,
      receivedAmount: ONE_AND_A_HALF,
      internalTransferId: null,
      blockchainMetadata: { hash: '0xhash' },
    });
    expect(await differences(id)).toEqual([]);
  });

  it('for which the venue charged another fee than it announced shows that, and so does a comparison', async () => {
    const { id, reference } = await send();
    const own = exchange.core.withdrawals.at(-1);
    const isInside = charged.kind === 'inside';
    Object.assign(own ?? {}, { fee: '0.01', ...(isInside && { received: '1.4905' }) });
    exchange.core.settle(reference, 'completed');
    expect(await poll(id)).toMatchObject({
      status: 'COMPLETED',
      fee: charged.fee,
      chargedFee: '0.01',
      receivedAmount: isInside ? '1.4905' : ONE_AND_A_HALF,
    });
    expect(await differences(id)).toEqual([isInside ? ['amount', 'fee'] : ['fee']]);
  });

  it('within the books of the venue is completed with its own number and no transaction', async () => {
    const { id, reference } = await send();
    exchange.core.settleInside(reference);
    const shown = await poll(id);
    expect(shown).toMatchObject({ status: 'COMPLETED', blockchainMetadata: null });
    expect(shown).toMatchObject({ internalTransferId: expect.stringMatching(/\w/) as unknown });
  });

  it('that failed keeps no hash', async () => {
    const { id, reference } = await send();
    exchange.core.broadcast(reference);
    await poll(id);
    exchange.core.settle(reference, 'failed', 'The address is blocked.');
    expect(await poll(id)).toMatchObject({
      status: 'FAILED',
      blockchainMetadata: null,
      receivedAmount: null,
    });
  });
});
