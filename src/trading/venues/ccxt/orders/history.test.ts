import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { answerOf, patient, present } from '../../testing/acceptance/calls.ts';
import { PROFILES } from '../profiles.ts';
import { connectTo } from '../testing/connect.ts';
import { HASH } from '../testing/core.ts';
import { TRIED } from '../testing/tried.ts';
import { startLoopback } from '../testing/loopback.ts';

/** More than the longest page of any exchange. */
const WITHDRAWALS = 1_101;
const HOUR_MS = 3_600_000;

describe.each(TRIED)('%s', (id, { dialect }) => {
  it('lists every withdrawal since a time, over all pages and once each, and refuses to look too far back', async () => {
    const server = await startLoopback(dialect);
    const venue = connectTo(id, server.port);
    const list = present(present(venue.withdrawals).list);
    const now = Date.now();
    // Groups of three have the same time.
    for (let index = 0; index < WITHDRAWALS; index += 1) {
      server.core.withdrawals.push({
        id: String(1_000_000 + index),
        reference: dialect.encodeReference?.(randomUUID()) ?? dialect.encode(randomUUID()),
        asset: 'ETH',
        amount: '0.01',
        received: '0.0095',
        fee: '0.0005',
        hash: HASH,
        isInternal: false,
        address: '0xde709f2102306220921060314715629080e2fb77',
        at: now - HOUR_MS + Math.floor(index / 3) * 1000,
        state: 'completed',
        reason: '',
      });
    }
    const earlier = { ...present(server.core.withdrawals[0]), id: '1', at: now - 48 * HOUR_MS };
    server.core.withdrawals.unshift(earlier);
    const listed = await answerOf(list(new Date(now - 2 * HOUR_MS), patient()));
    expect(listed).toHaveLength(WITHDRAWALS);
    expect(new Set(listed.map(({ venueTransferId }) => venueTransferId)).size).toBe(WITHDRAWALS);
    expect(listed.every(({ asset, status }) => asset === 'ETH' && status === 'completed')).toBe(true);
    const reachMs = PROFILES[id]?.withdrawals.history.reachMs ?? 0;
    expect(await list(new Date(now - reachMs), patient())).toMatchObject({
      kind: 'refused',
      code: 'too_old',
    });
    await venue.close();
    await server.goOffline();
  });
});
