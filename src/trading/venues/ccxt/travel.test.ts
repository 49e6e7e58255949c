import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { answered, unknown } from '../port.ts';
import type { Connection } from './connection.ts';
import { openTravel } from './travel.ts';

it('a request whose call has ended as not sent does not leave, though its connection stands a moment later', async () => {
  const gate = new EventEmitter();
  let sending: Promise<unknown> | undefined;
  const slow: Connection = {
    send(_url, _request, _call, onLeave) {
      sending = once(gate, 'connected').then(onLeave);
      return new Promise(() => {});
    },
    close: () => {},
  };
  const travel = openTravel(() => new Date(), slow);
  const outcome = await travel.make(
    { deadline: new Date(Date.now() + 50) },
    async () => answered(await travel.fetch('http://exchange.example/', { method: 'POST' })),
    (error) => unknown(String(error)),
  );
  expect(outcome).toMatchObject({ kind: 'notSent' });
  gate.emit('connected');
  await expect(sending).rejects.toThrow('The call had ended before the request was sent.');
});
