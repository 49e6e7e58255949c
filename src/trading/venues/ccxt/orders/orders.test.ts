import { afterEach, expect, it } from 'vitest';
import { Decimal } from '../../../../kernel/index.ts';
import { patient, present } from '../../testing/acceptance/calls.ts';
import { aRestingOrder } from '../../testing/acceptance/requests.ts';
import { samplesWith } from '../../testing/acceptance/samples.ts';
import { showingLate } from '../exchanges/bybit/testing/server.ts';
import { connectTo } from '../testing/connect.ts';
import { startLoopback, type Dialect } from '../testing/loopback.ts';
import { startProxy } from '../testing/proxy.ts';
import { TRIED } from '../testing/tried.ts';

const ORDER = aRestingOrder(samplesWith({ bids: [], asks: [] }));

let stop: () => Promise<void>;
afterEach(() => stop());

async function placeAt(dialect: Dialect) {
  const server = await startLoopback(dialect);
  const venue = connectTo('bybit', server.port);
  stop = async () => {
    await venue.close();
    await server.goOffline();
  };
  const outcome = await present(venue.orders).place(ORDER, patient());
  return { outcome, orders: server.core.orders };
}

it('an order that the venue acknowledges and shows late is answered once it is shown', async () => {
  const { outcome, orders } = await placeAt(showingLate(2));
  expect(outcome).toMatchObject({
    kind: 'answered',
    value: { clientOrderId: ORDER.clientOrderId, status: 'open', filled: Decimal.ZERO },
  });
  expect(orders).toHaveLength(1);
});

it('an order that the venue acknowledges and does not show has an unknown outcome and is sent once', async () => {
  const { outcome, orders } = await placeAt(showingLate(Infinity));
  expect(outcome).toMatchObject({ kind: 'unknown' });
  expect(orders).toHaveLength(1);
});

it.each(TRIED)(
  'an order that %s took counts as sent, though the call ends before a connection for its look-up stands',
  async (id, { dialect }) => {
    const proxy = await startProxy();
    const call = new AbortController();
    const server = await startLoopback({
      ...dialect,
      answer(core, request) {
        const answer = dialect.answer(core, request);
        if (core.orders.length > 0) proxy.hold(() => call.abort());
        // Every request needs a connection of its own.
        return { ...answer, headers: { ...answer.headers, connection: 'close' } };
      },
    });
    const venue = connectTo(id, server.port, { proxy: proxy.url() });
    stop = async () => {
      await venue.close();
      await server.goOffline();
      await proxy.stop();
    };
    const outcome = await present(venue.orders).place(ORDER, { ...patient(), signal: call.signal });
    expect(outcome.kind).toBe(call.signal.aborted ? 'unknown' : 'answered');
    expect(server.core.orders).toHaveLength(1);
  },
);
