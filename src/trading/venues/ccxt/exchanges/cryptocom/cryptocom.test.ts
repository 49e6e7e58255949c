import { expect, it } from 'vitest';
import { present } from '../../../testing/acceptance/calls.ts';
import { connectTo } from '../../testing/connect.ts';
import { startLoopback } from '../../testing/loopback.ts';
import { dialect } from './testing/server.ts';

it('answers each heartbeat of the stream with its id, without which the exchange cuts the connection', async () => {
  const [asked, replied] = [new Set<unknown>(), new Set<unknown>()];
  const server = await startLoopback({
    ...dialect,
    hear(core, message) {
      const { id, method } = JSON.parse(message) as { id: number; method: string };
      if (method === 'public/respond-heartbeat') replied.add(id);
      const replies = dialect.hear(core, message) as { id: number; method: string }[];
      for (const reply of replies) if (reply.method === 'public/heartbeat') asked.add(reply.id);
      return replies;
    },
  });
  const venue = connectTo('cryptocom', server.port);
  const feed = present(venue.books).open('BTC-USDT', () => {});
  await expect.poll(() => replied.size).toBe(1);
  expect(replied).toEqual(asked);
  feed.close();
  await venue.close();
  await server.goOffline();
});
