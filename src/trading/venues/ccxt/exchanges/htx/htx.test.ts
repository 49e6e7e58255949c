import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import type { FeedEvent } from '../../../port/index.ts';
import { present } from '../../../testing/acceptance/calls.ts';
import type { Core } from '../../testing/core.ts';
import { connectTo } from '../../testing/connect.ts';
import { startLoopback, textOf, type Dialect } from '../../testing/loopback.ts';
import { dialect } from './testing/server.ts';

let stop: () => Promise<unknown> = () => Promise.resolve();
afterEach(() => stop());

async function follow(own: Dialect): Promise<{ readonly core: Core; readonly events: FeedEvent[] }> {
  const server = await startLoopback(own);
  server.core.arrange([['59998.01', '0.30000000']], [['60001.01', '0.10000000']]);
  const venue = connectTo('htx', server.port);
  stop = () => Promise.all([venue.close(), server.goOffline()]);
  const events: FeedEvent[] = [];
  present(venue.books).open('BTC-USDT', (event) => events.push(event));
  return { core: server.core, events };
}

it('a frame that is far larger than it looks ends the stream', async () => {
  const { events } = await follow({ ...dialect, frame: () => gzipSync(Buffer.alloc(17 * 1024 * 1024)) });
  await expect
    .poll(() => events.at(-1))
    .toMatchObject({
      type: 'disconnected',
      reason: 'The venue sent a message that its protocol does not have.',
    });
});

it('a whole book that is older than the changes is asked for again', async () => {
  let asked = 0;
  const { core, events } = await follow({
    ...dialect,
    hear(own, message) {
      const replies = dialect.hear(own, message);
      if (!message.includes('"req"') || (asked += 1) > 1) return replies;
      const { sequence } = own;
      own.stir();
      own.stir();
      // Made before the changes that have just left, and without the first of them.
      return replies.map((reply) =>
        textOf(reply).replace(`"seqNum":${sequence}`, `"seqNum":${sequence - 1}`),
      );
    },
  });
  await expect.poll(() => events.some(({ type }) => type === 'snapshot')).toBe(true);
  expect(asked).toBe(2);
  expect(events.find(({ type }) => type === 'snapshot')).toMatchObject({ sequence: core.sequence });
});
