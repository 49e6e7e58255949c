import { afterEach, describe, expect, it } from 'vitest';
import { Decimal, systemClock } from '../../../kernel/index.ts';
import { answerOf, patient, present } from '../testing/acceptance/calls.ts';
import { aRestingOrder, aWithdrawal, sought } from '../testing/acceptance/requests.ts';
import { samplesWith } from '../testing/acceptance/samples.ts';
import { connectCcxt } from './connect.ts';
import { connectTo, newExchange } from './testing/connect.ts';
import { IMITATIONS } from './testing/imitations.ts';
import { startLoopback, type Dialect, type Incoming } from './testing/loopback.ts';
import { thorough } from '../../../testing/effort.ts';

const ONE = Decimal.parse('1');
const SAMPLES = samplesWith({ bids: [], asks: [] });

let stop: () => Promise<unknown> = () => Promise.resolve();
afterEach(() => stop());

/** Everything that reaches the exchange while it is described and an order comes and goes. */
async function requestsTo(id: string, dialect: Dialect, brokerTags: boolean | undefined): Promise<string[]> {
  const came: Incoming[] = [];
  const server = await startLoopback({
    ...dialect,
    answer(core, request) {
      came.push(request);
      return dialect.answer(core, request);
    },
  });
  const venue = connectTo(id, server.port, brokerTags === undefined ? {} : { brokerTags });
  stop = () => Promise.all([venue.close(), server.goOffline()]);
  await answerOf(venue.describe(patient()));
  const orders = present(venue.orders);
  const order = aRestingOrder(SAMPLES);
  await answerOf(orders.place(order, patient()));
  await answerOf(orders.cancel(sought(order), patient()));
  await answerOf(orders.trades(sought(order), patient()));
  const { withdrawal } = server.underTest(() => venue).samples;
  await answerOf(
    present(venue.withdrawals).submit({ ...aWithdrawal(SAMPLES), ...withdrawal, amount: ONE }, patient()),
  );
  return came.map((request) => JSON.stringify(request));
}

/** Names that ccxt has for itself at the exchange, in its own options. */
function namesOfCcxt(id: string): string[] {
  const { options } = newExchange(id);
  const texts = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : value && typeof value === 'object'
        ? Object.values(value).flatMap(texts)
        : [];
  const declared = Object.entries(options).filter(([name]) => /^(broker|brokerId|partner)$/.test(name));
  return ['ccxt', ...texts(Object.fromEntries(declared))];
}

const tagged = (id: string, requests: readonly string[]): string[] =>
  namesOfCcxt(id).filter((name) =>
    requests.some((request) => request.toLowerCase().includes(name.toLowerCase())),
  );

describe.each(Object.entries(IMITATIONS))('ccxt at %s', (id, { dialect }) => {
  it('does not name itself in requests once that is switched off', async () => {
    expect(tagged(id, await requestsTo(id, dialect, false))).toEqual([]);
  });
});

thorough('ccxt names itself at these exchanges unless that is switched off', async () => {
  const naming: string[] = [];
  for (const [id, { dialect }] of Object.entries(IMITATIONS)) {
    if (tagged(id, await requestsTo(id, dialect, undefined)).length > 0) naming.push(id);
    await stop();
  }
  stop = () => Promise.resolve();
  expect(naming).toEqual(['bitget', 'bybit', 'cryptocom', 'gate', 'kucoin', 'mexc']);
});

it('the tags of an exchange that nobody has looked at cannot be switched off', () => {
  const keys = { key: 'k', secret: 's' };
  const options = { code: 'wb', exchange: 'whitebit', account: 'MAIN', clock: systemClock, ...keys };
  expect(() => connectCcxt({ ...options, brokerTags: false })).toThrow(
    'remove brokerTags, nothing is known about the tags that ccxt sends to whitebit',
  );
});
