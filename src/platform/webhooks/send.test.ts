import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openSender, type Resolve } from './send.ts';
import { openReceiver } from './testing/receiver.ts';

const receiver = await openReceiver((received, response) => {
  if (received.path === '/away') response.writeHead(302, { location: '/there' }).end();
  else if (received.path === '/large') response.writeHead(200).end(Buffer.alloc(1 << 20));
  else if (received.path === '/bad') response.writeHead(500).end('no');
  else if (received.path === '/slow') response.writeHead(200).write('y');
  else if (received.path === '/silent') return;
  else response.writeHead(200).end('yes');
});

const { signal } = new AbortController();
const at = (host: string, path = '/hook') => new URL(`http://${host}:${receiver.port}${path}`);

/** By path: a message that was given up may still arrive while the next test runs. */
const countOf = (wanted: string) => receiver.received.filter(({ path }) => path === wanted).length;

/** Gives the addresses of each call in turn, the last one again and again. */
function resolving(...answers: string[]): Resolve {
  let calls = 0;
  return async () => {
    const address = answers[Math.min(calls, answers.length - 1)] ?? '';
    calls += 1;
    return [{ address, family: address.includes(':') ? 6 : 4 }];
  };
}

const post = (url: URL, options: Partial<Parameters<typeof openSender>[0]> = {}) =>
  openSender({ allowPrivateAddresses: true, ...options }).post(url, {}, '{}', signal);

describe('a message', () => {
  test('is received when the answer is 2xx, however long that is', async () => {
    expect(await post(at('127.0.0.1'))).toEqual({ status: 200, error: undefined, body: 'yes' });
    const { body = '', ...large } = await post(at('127.0.0.1', '/large'));
    expect([large, body.length]).toEqual([{ status: 200, error: undefined }, 4096]);
  });

  test('is not received when the answer is a fault, or there is none', async () => {
    expect(await post(at('127.0.0.1', '/bad'))).toEqual({ status: 500, error: 'answered 500', body: 'no' });
    const nobody = await post(new URL('http://127.0.0.1:1/'));
    expect(nobody).toEqual({ status: undefined, error: expect.stringContaining('ECONNREFUSED') as string });
  });

  test.each(['/silent', '/slow'])(
    'is not received when its answer is not all there in time: %s',
    async (path) => {
      expect(await post(at('127.0.0.1', path), { timeoutMs: 100 })).toEqual({
        status: undefined,
        error: 'no response within 0.1 s',
      });
    },
  );

  test('is not received when the answer changes to another protocol, which ends it at once', async () => {
    const switcher = createServer((socket) => {
      socket.once('data', () =>
        socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n'),
      );
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void switcher.close());
    await once(switcher, 'listening');
    const { port } = switcher.address() as AddressInfo;
    expect(await post(new URL(`http://127.0.0.1:${port}/`))).toEqual({
      status: 101,
      body: '',
      error: 'answered 101',
    });
  });

  test('does not follow a redirect', async () => {
    expect(await post(at('127.0.0.1', '/away'))).toEqual({
      status: 302,
      body: '',
      error: expect.stringMatching('not followed') as string,
    });
    expect([countOf('/away'), countOf('/there')]).toEqual([1, 0]);
  });

  test('goes to the address that was checked: the name is not resolved again', async () => {
    const answer = await post(at('receiver.test'), { resolve: resolving('127.0.0.1') });
    expect(answer.status).toBe(200);
  });
});

describe('without permission, nothing reaches this machine', () => {
  const guarded = { allowPrivateAddresses: false };
  const NOT_PUBLIC = /not (resolve to )?a public address/;

  test.each(['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1', '127.1'])(
    'by the address %s',
    async (host) => {
      const before = countOf('/hook');
      expect(await post(at(host), guarded)).toEqual({
        status: undefined,
        error: expect.stringMatching(NOT_PUBLIC) as string,
      });
      expect(await openSender(guarded).refuse(at(host))).toMatch(NOT_PUBLIC);
      expect(countOf('/hook')).toBe(before);
    },
  );

  test('by a name that leads here', async () => {
    const sender = openSender({ ...guarded, resolve: resolving('127.0.0.1') });
    expect(await sender.refuse(at('inside.test'))).toMatch('set webhooks.allowPrivateAddresses');
    expect((await sender.post(at('inside.test'), {}, '{}', signal)).error).toMatch(NOT_PUBLIC);
  });

  test('by a name that resolved to another address when it was checked', async () => {
    const before = countOf('/hook');
    const sender = openSender({ ...guarded, resolve: resolving('8.8.8.8', '127.0.0.1') });
    expect(await sender.refuse(at('rebound.test'))).toBeUndefined();
    expect((await sender.post(at('rebound.test'), {}, '{}', signal)).error).toMatch(NOT_PUBLIC);
    expect(countOf('/hook')).toBe(before);
  });

  test('by a name of which only one address leads here', async () => {
    const sender = openSender({
      ...guarded,
      resolve: async () => [
        { address: '8.8.8.8', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    });
    expect((await sender.post(at('mixed.test'), {}, '{}', signal)).error).toMatch(NOT_PUBLIC);
  });

  test('and a refusal does not reveal whether a name exists, or what it resolves to', async () => {
    const missing = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
    const resolvers = [resolving('127.0.0.1'), resolving('10.1.2.3'), () => Promise.reject(missing)];
    const refusals = await Promise.all(
      resolvers.flatMap((resolve) => {
        const sender = openSender({ ...guarded, resolve });
        const posted = sender.post(at('name.test'), {}, '{}', signal);
        return [sender.refuse(at('name.test')), posted.then(({ error }) => error)];
      }),
    );
    expect(new Set(refusals).size).toBe(1);
  });
});

test('without permission, the receiver of this process is reached, and nothing beside it', async () => {
  const { origin } = at('127.0.0.1');
  const sender = openSender({ allowPrivateAddresses: false, ownReceiver: origin });
  expect(await sender.refuse(at('127.0.0.1'))).toBeUndefined();
  expect((await sender.post(at('127.0.0.1'), {}, '{}', signal)).status).toBe(200);
  for (const other of [
    at('localhost'),
    at('[::1]'),
    new URL('http://127.0.0.1:1/'),
    new URL('http://10.0.0.1/'),
  ]) {
    expect(await sender.refuse(other)).toMatch(/not (resolve to )?a public address/);
  }
});

test('with permission, a name that does not exist is named', async () => {
  const sender = openSender({
    allowPrivateAddresses: true,
    resolve: () => Promise.reject(new Error('ENOTFOUND')),
  });
  expect(await sender.refuse(at('nowhere.test'))).toBe('nowhere.test cannot be resolved');
});
