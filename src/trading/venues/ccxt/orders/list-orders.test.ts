import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../../kernel/index.ts';
import { effort } from '../../../../testing/effort.ts';
import { answerOf, patient, present } from '../../testing/acceptance/calls.ts';
import { PROFILES } from '../profiles.ts';
import { connectTo } from '../testing/connect.ts';
import { IMITATIONS } from '../testing/imitations.ts';
import { startLoopback } from '../testing/loopback.ts';

/** More than a page of the exchange. */
const ORDERS: Readonly<Record<string, number>> = { binance: 1_001, coinbase: 25 };
const HOUR_MS = 3_600_000;
const SYMBOL = 'BTC-USDT';

const listing = Object.entries(IMITATIONS).filter(([id]) => PROFILES[id]?.orders.history);

it('orders are listed wherever the exchange can list those that have ended', () => {
  const others = Object.keys(IMITATIONS).filter((id) => !listing.some(([own]) => own === id));
  expect(others).toEqual(['bitstamp']);
});

describe.each(effort(listing.slice(0, 2), listing))('%s', (id, { dialect }) => {
  it('lists every order since a time, over all pages and once each, and refuses to look too far back', async () => {
    const server = await startLoopback(dialect);
    const venue = connectTo(id, server.port);
    const list = present(present(venue.orders).list);
    const now = Date.now();
    const ids = Array.from({ length: ORDERS[id] ?? 101 }, () => randomUUID());
    const add = (orderId: number, clientId: string, at: number, isOpen: boolean): void =>
      void server.core.orders.push({
        id: String(orderId),
        clientId,
        side: 'buy',
        type: 'limit',
        price: Decimal.parse('100'),
        quantity: Decimal.parse('0.5'),
        filled: isOpen ? Decimal.ZERO : Decimal.parse('0.5'),
        status: isOpen ? 'open' : 'filled',
        at,
        trades: [],
      });
    add(1, dialect.encode(randomUUID()), now - 20 * HOUR_MS, false);
    add(2, dialect.encode(randomUUID()), now - 20 * HOUR_MS, true);
    // Groups of three have the same time, and every twentieth is open.
    for (const [index, own] of ids.entries())
      add(1_000 + index, dialect.encode(own), now - HOUR_MS + Math.floor(index / 3) * 1000, index % 20 === 0);
    add(9_000, 'web', now - HOUR_MS / 2, false);

    const since = new Date(now - 2 * HOUR_MS);
    const listed = await answerOf(list({ symbols: [SYMBOL, 'NO-SUCH'], since }, patient()));
    expect(listed.map(({ clientOrderId }) => clientOrderId).toSorted()).toEqual([...ids, 'web'].toSorted());
    expect(listed.filter(({ status }) => status === 'open')).toHaveLength(Math.ceil(ids.length / 20));
    expect(listed.every(({ symbol, side }) => symbol === SYMBOL && side === 'buy')).toBe(true);
    expect(listed.every(({ quantity }) => quantity.equals(Decimal.parse('0.5')))).toBe(true);
    expect(
      listed.every(({ filled, status, quantity }) =>
        filled.equals(status === 'open' ? Decimal.ZERO : quantity),
      ),
    ).toBe(true);
    const { reachMs = 0 } = PROFILES[id]?.orders.history ?? {};
    const tooOld = { symbols: [SYMBOL], since: new Date(now - reachMs) };
    expect(await list(tooOld, patient())).toMatchObject({ kind: 'refused', code: 'too_old' });
    await venue.close();
    await server.goOffline();
  });
});
