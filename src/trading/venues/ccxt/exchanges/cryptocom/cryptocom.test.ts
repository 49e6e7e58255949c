import { expect, it } from 'vitest';
import { answerOf, patient, present } from '../../../testing/acceptance/calls.ts';
import { aRestingOrder } from '../../../testing/acceptance/requests.ts';
import { samplesWith } from '../../../testing/acceptance/samples.ts';
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

it.each(['NEW', 'PENDING'])('an order that is %s is open', async (status) => {
  const server = await startLoopback({
    ...dialect,
    answer(core, request) {
      const answer = dialect.answer(core, request);
      if (!request.path.endsWith('/get-order-detail')) return answer;
      const body = answer.body as { result?: object };
      return { ...answer, body: { ...body, result: { ...body.result, status } } };
    },
  });
  const venue = connectTo('cryptocom', server.port);
  const order = aRestingOrder(samplesWith({ bids: [], asks: [] }));
  expect(await answerOf(present(venue.orders).place(order, patient()))).toMatchObject({ status: 'open' });
  await venue.close();
  await server.goOffline();
});
