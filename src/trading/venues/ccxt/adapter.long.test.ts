import { expect, it } from 'vitest';
import { venueAcceptance } from '../testing/acceptance/suite.ts';
import { connectTo } from './testing/connect.ts';
import { IMITATIONS } from './testing/imitations.ts';
import { startLoopback } from './testing/loopback.ts';

for (const [id, { dialect, doubts }] of Object.entries(IMITATIONS)) {
  venueAcceptance(id, dialect.capabilities, async () => {
    const server = await startLoopback(dialect);
    return server.underTest(() => connectTo(id, server.port), doubts);
  });
}

it('the exchanges with a profile are the twelve that we offer, and each is tested', () => {
  expect(Object.keys(IMITATIONS).toSorted()).toEqual([
    'binance',
    'bitget',
    'bitstamp',
    'bybit',
    'coinbase',
    'cryptocom',
    'gate',
    'htx',
    'kraken',
    'kucoin',
    'mexc',
    'okx',
  ]);
});
