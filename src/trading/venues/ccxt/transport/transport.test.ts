import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { answered, unknown } from '../../port/index.ts';
import type { Connection } from './connection.ts';
import { openTransport } from './transport.ts';

it('a request whose call has ended as not sent does not leave, though its connection stands a moment later', async () => {
  const gate = new EventEmitter();
  const cancel = new AbortController();
  let sending: Promise<unknown> | undefined;
  const slow: Connection = {
    send(_url, _request, _call, onSend) {
      sending = once(gate, 'connected').then(onSend);
      cancel.abort();
      return new Promise(() => {});
    },
    close: () => {},
  };
  const transport = openTransport(() => new Date(), slow);
  const outcome = await transport.make(
    { deadline: new Date(Date.now() + 60_000), signal: cancel.signal },
    async () => answered(await transport.fetch('http://exchange.example/', { method: 'POST' })),
    (error) => unknown(String(error)),
  );
  expect(outcome).toMatchObject({ kind: 'notSent' });
  gate.emit('connected');
  await expect(sending).rejects.toThrow('The call had ended before the request was sent.');
});
