import { EventEmitter, once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Decimal } from '../../../kernel/index.ts';
import type { Call, FeedEvent, Outcome } from '../port/index.ts';
import { startTestExchange, type TestExchange } from '../testing/start.ts';

let exchange: TestExchange;
beforeEach(async () => {
  exchange = await startTestExchange();
});
afterEach(() => exchange.stop());

const patient = (): Call => ({ deadline: new Date(Date.now() + 10_000) });

function withdraw(reference: string): Promise<Outcome<unknown>> {
  const destination = { kind: 'fiat', alias: 'main-account' } as const;
  const request = { reference, asset: 'EUR', amount: Decimal.parse('1.50'), destination };
  return (
    exchange.venue.withdrawals?.submit(request, patient()) ?? Promise.reject(new Error('No withdrawals.'))
  );
}

describe('our adapter, when the exchange misbehaves,', () => {
  it.for([
    ['expired', 'clock'],
    ['rate_limited', 'limit'],
    ['unauthenticated', 'key'],
  ] as const)('takes %s for not sent: nothing was done, because of the %s', async ([code, cause]) => {
    const fault = { type: 'refuse', status: 429, code, message: 'Later.' } as const;
    await exchange.control.fault({ operation: 'withdraw', fault, times: 1 });
    expect(await withdraw('one')).toEqual({ kind: 'notSent', reason: 'Later.', cause });
    expect(await withdraw('one')).toMatchObject({ kind: 'answered' });
  });

  it('takes a refusal of the protocol for final, with the reason, and any other for unknown', async () => {
    const fault = { type: 'refuse', status: 422, message: 'No.' } as const;
    const refuse = (code: string) =>
      exchange.control.fault({ operation: 'withdraw', fault: { ...fault, code }, times: 1 });
    await refuse('insufficient_balance');
    expect(await withdraw('one')).toEqual({ kind: 'refused', code: 'insufficient_balance', reason: 'No.' });
    await refuse('blocked');
    expect(await withdraw('one')).toEqual({ kind: 'unknown', reason: 'No.' });
  });

  it('never takes an answer that was sent twice for the answer to the next request', async () => {
    await exchange.control.fault({ operation: '*', fault: { type: 'answerTwice' } });
    for (let number = 0; number < 20; number++) {
      const outcome = await withdraw(`reference-${number}`);
      expect(['answered', 'unknown']).toContain(outcome.kind);
      expect(
        outcome.kind === 'answered' ? outcome.value : { reference: `reference-${number}` },
      ).toMatchObject({
        reference: `reference-${number}`,
      });
    }
    const { transfers } = await exchange.control.state();
    expect(transfers.map(({ reference }) => reference)).toEqual(
      Array.from({ length: 20 }, (_, number) => `reference-${number}`),
    );
  });

  it('learns of a withdrawal that is to fail only once it has failed', async () => {
    await exchange.control.fault({
      operation: 'withdraw',
      fault: { type: 'failLater', reason: 'Returned.' },
      times: 1,
    });
    await exchange.control.pace({ withdrawalDelayMs: 0 });
    expect(await withdraw('one')).toMatchObject({
      kind: 'answered',
      value: { status: 'accepted', failureReason: null },
    });
    await expect
      .poll(() =>
        exchange.venue.withdrawals?.find?.({ reference: 'one', asset: 'BTC', since: new Date() }, patient()),
      )
      .toMatchObject({ value: { status: 'failed', failureReason: 'Returned.', hash: null } });
  });

  it('waits out a slow exchange', async () => {
    await exchange.control.pace({ latencyMs: 20 });
    await exchange.control.fault({ operation: '*', fault: { type: 'delayAnswer', ms: 20 } });
    expect(await withdraw('one')).toMatchObject({ kind: 'answered' });
  });
});

/** A feed whose book changes three times, one message each, with a fault planned for the second. */
async function follow(fault: 'gap' | 'duplicate' | 'reorder' | 'badChecksum' | 'disconnect' | 'silence') {
  const reader = openReader();
  const arrange = (quantity: string) =>
    exchange.control.arrange('BTC-USDT', { bids: [['1.00', quantity]], asks: [] });
  await reader.until((events) => events.some(({ type }) => type === 'snapshot'));
  await arrange('1.00000');
  await exchange.control.fault({ operation: 'feed', fault: { type: fault }, times: 1 });
  await arrange('2.00000');
  await arrange('3.00000');
  return reader;
}

interface Reader {
  readonly events: FeedEvent[];
  readonly until: (condition: (events: FeedEvent[]) => boolean) => Promise<void>;
}

function openReader(): Reader {
  const events: FeedEvent[] = [];
  const arrived = new EventEmitter();
  exchange.venue.books?.open('BTC-USDT', (event) => {
    events.push(event);
    arrived.emit('event');
  });
  return {
    events,
    until: async (condition) => {
      while (!condition(events)) await once(arrived, 'event');
    },
  };
}

const changes = (events: FeedEvent[]) => events.filter((event) => event.type === 'change');
const sequences = (events: FeedEvent[]) => changes(events).map(({ first, last }) => [first, last]);
const heartbeats = (events: FeedEvent[]) => events.filter(({ type }) => type === 'heartbeat').length;

describe('our feed, when the exchange misbehaves,', () => {
  it.for<['gap' | 'duplicate' | 'reorder', number[]]>([
    ['gap', [1, 3]],
    ['duplicate', [1, 2, 2, 3]],
    ['reorder', [1, 3, 2]],
  ])('shows a %s in the sequence', async ([fault, expected]) => {
    const { events, until } = await follow(fault);
    await until((events) => changes(events).length === expected.length);
    expect(sequences(events)).toEqual(expected.map((sequence) => [sequence, sequence]));
  });

  it('shows a checksum that does not fit', async () => {
    const { events, until } = await follow('badChecksum');
    await until((events) => changes(events).length === 3);
    const checksum = exchange.venue.books?.checksum?.of([['1.00', '2.00000']], []);
    expect(changes(events)[1]).toMatchObject({ checksum: (checksum ?? 0) + 1 });
  });

  it('shows a connection that was cut', async () => {
    const { events, until } = await follow('disconnect');
    await until((events) => events.at(-1)?.type === 'disconnected');
    expect(sequences(events)).toEqual([[1, 1]]);
  });

  it('hears nothing more from an exchange that fell silent, not even a heartbeat', async () => {
    const { events } = await follow('silence');
    const heard = heartbeats(events);
    // By the time a second feed has had its heartbeat, the first would have had one too.
    await openReader().until((others) => heartbeats(others) === 1);
    expect(heartbeats(events)).toBe(heard);
    expect(sequences(events)).toEqual([[1, 1]]);
  });
});
