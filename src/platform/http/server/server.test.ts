import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterEach, describe, expect, it } from 'vitest';
import { createLogs } from '../../telemetry/index.ts';
import { endpoint, type Endpoint } from '../index.ts';
import { frame } from '../testing/app.ts';

const HEAD = 'HTTP/1.1\r\nhost: x\r\n';

let app: FastifyInstance;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  app.server.closeAllConnections();
  await app.close();
});

function get(path: string, handle: Endpoint['handle']): Endpoint {
  return endpoint({
    method: 'GET',
    path,
    operation: 'getIt',
    tag: 'Things',
    summary: 'Get it',
    scope: 'public',
    answers: { 200: { description: 'It.', schema: Type.Unknown() } },
    handle,
  });
}

const hello = get('/hello', () => ({ status: 200, body: { hello: 'you' } }));
const post = (handle: Endpoint['handle']): Endpoint => ({ ...get('/hello', handle), method: 'POST' });

async function serve(endpoints: Endpoint[], options: Parameters<typeof frame>[1] = {}): Promise<void> {
  app = frame(endpoints, options);
  await app.listen({ host: '127.0.0.1', port: 0 });
}

async function open(bytes = ''): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(socket);
  socket.on('error', () => {});
  await once(socket, 'connect');
  if (bytes !== '') socket.write(bytes);
  return socket;
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(5);
}

describe('requests that a client pipelines', () => {
  it('are not started: the first is answered and the connection closed', async () => {
    const started: unknown[] = [];
    const slow = get('/slow/:id', async (_context, { params }) => {
      started.push(params);
      await delay(1);
      return { status: 200, body: params };
    });
    await serve([{ ...slow, params: Type.Object({ id: Type.Integer() }) }]);
    const requests = Array.from({ length: 60 }, (_, id) => `GET /slow/${id} ${HEAD}\r\n`);
    const answers = await text(await open(requests.join('')));
    expect(answers.match(/\{"id":\d+\}/g)).toEqual(['{"id":0}']);
    expect(started).toEqual([{ id: 0 }]);
  });

  it('leave a stream that has begun whole', async () => {
    const body = new Readable({ read: () => {} });
    body.push('begun ');
    await serve([get('/hello', () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body }))]);
    const connected = once(app.server, 'connection') as Promise<[Socket]>;
    const socket = await open(`GET /hello ${HEAD}\r\n`);
    const [begun] = (await once(socket, 'data')) as [Buffer];
    const [connection] = await connected;
    const before = connection.bytesRead;
    socket.write(`GET /hello ${HEAD}\r\n`.repeat(3));
    await until(() => connection.bytesRead > before);
    body.push('ended');
    body.push(null);
    expect(`${begun.toString()}${await text(socket)}`).toMatch(/^HTTP[^]*begun [^]*ended\r\n0\r\n\r\n$/);
  });

  it('are started one by one when each waits for the answer before', async () => {
    await serve([
      { ...post((_context, { body }) => ({ status: 200, body })), body: Type.Object({ n: Type.Integer() }) },
    ]);
    const socket = await open();
    const type = 'content-type: application/json\r\ncontent-length: 7\r\n\r\n';
    for (const n of [1, 2, 3]) {
      socket.write(`POST /hello ${HEAD}${type}{"n":${n}}`);
      const [answer] = (await once(socket, 'data')) as [Buffer];
      expect(answer.toString()).toContain(`{"n":${n}}`);
    }
  });

  it('are not started after the client has left', async () => {
    let started = 0;
    await serve([
      get('/hello', async ({ signal }) => {
        started += 1;
        await once(signal, 'abort');
        return { status: 200, body: {} };
      }),
    ]);
    const socket = await open(`GET /hello ${HEAD}\r\n`.repeat(20));
    await until(() => started > 0);
    socket.destroy();
    await connectionsClosed();
    expect(started).toBe(1);
  });
});

async function connectionsClosed(): Promise<void> {
  const count = promisify(app.server.getConnections.bind(app.server));
  while ((await count()) > 0) await delay(5);
}

describe('connections have a maximum', () => {
  const limits = { maxConnections: 3, maxConnectionsPerSource: 2 };

  it('for one source; who closes one may open another', async () => {
    await serve([hello], { limits });
    const first = await open();
    await open();
    const refused = await text(await open(`GET /hello ${HEAD}\r\n`));
    expect(refused).toMatch(/^HTTP\/1.1 503 [^]*"code":"unavailable"[^]*"traceId"/);
    expect(refused).toContain('from this address');
    first.destroy();
    await once(first, 'close');
    for (;;) {
      const answer = await text(await open(`GET /hello ${HEAD}connection: close\r\n\r\n`)).catch(() => '');
      if (answer.startsWith('HTTP/1.1 200')) return;
    }
  });

  it('in all, though it comes from a trusted proxy', async () => {
    await serve([hello], { limits, trustProxies: ['127.0.0.1'] });
    await Promise.all([open(), open(), open()]);
    expect(await text(await open())).toMatch(/^HTTP\/1.1 503 [^]*There are too many connections\./);
  });
});

describe('a client that does not read', () => {
  const block = 'x'.repeat(1 << 16);

  it('loses its connection, and the stream is closed', async () => {
    const body = Readable.from(
      (function* () {
        for (;;) yield block;
      })(),
      { objectMode: false },
    );
    await serve([get('/hello', () => ({ status: 200, body }))], { limits: { writeTimeoutMs: 100 } });
    const socket = await open(`GET /hello ${HEAD}\r\n`);
    socket.pause();
    await once(body, 'close');
    await connectionsClosed();
    expect(body.destroyed).toBe(true);
  });

  it('is distinguished from one that waits for a slow answer', async () => {
    const slow = get('/hello', async () => {
      await delay(300);
      return { status: 200, body: { hello: 'you' } };
    });
    await serve([slow], { limits: { writeTimeoutMs: 100 } });
    const answer = await text(await open(`GET /hello ${HEAD}connection: close\r\n\r\n`));
    expect(answer).toMatch(/^HTTP\/1.1 200 [^]*\{"hello":"you"\}$/);
  });
});

describe('nothing is written into another answer', () => {
  it('broken syntax after the request of a running stream ends the connection', async () => {
    const body = new Readable({ read: () => {} });
    body.push('begun ');
    await serve([get('/hello', () => ({ status: 200, headers: { 'content-type': 'text/plain' }, body }))]);
    const socket = await open(`GET /hello ${HEAD}\r\n`);
    const received: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => received.push(chunk));
    await once(socket, 'data');
    socket.write('NONSENSE\r\n\r\n');
    await once(socket, 'close');
    expect(
      Buffer.concat(received)
        .toString()
        .match(/HTTP\/1\.1/g),
    ).toHaveLength(1);
  });

  it('broken syntax after a request that is being handled ends the connection', async () => {
    let isStarted = false;
    await serve([
      get('/hello', () => {
        isStarted = true;
        return new Promise(() => {});
      }),
    ]);
    const socket = await open(`GET /hello ${HEAD}\r\n`);
    await until(() => isStarted);
    socket.write('NONSENSE\r\n\r\n');
    expect(await text(socket).catch(() => '')).toBe('');
  });

  it('a request that is answered before its body has arrived is not answered again', async () => {
    await serve([hello], { limits: { requestTimeoutMs: 100 } });
    const socket = await open(`GET /hello ${HEAD}content-length: 10\r\n\r\n`);
    const answer = await text(socket);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });
});

it.each([
  ['no Host header', 'GET /hello HTTP/1.1\r\n\r\n', 400, 'validation_failed', 'The Host header is required.'],
  [
    'two Host headers',
    'GET /hello HTTP/1.1\r\nhost: a\r\nHost: b\r\n\r\n',
    400,
    'validation_failed',
    'The Host header must be given only once.',
  ],
  [
    'an unknown expectation',
    `GET /hello ${HEAD}expect: a-miracle\r\n\r\n`,
    417,
    'expectation_failed',
    'The Expect header may only be 100-continue.',
  ],
])('%s is a problem', async (_name, bytes, status, code, detail) => {
  await serve([hello]);
  const socket = await open(bytes.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
  const answer = await text(socket);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*content-type: application/problem\\+json`));
  expect(JSON.parse(answer.slice(answer.indexOf('{')))).toMatchObject({ code, detail, instance: '/hello' });
});

it('a client that expects 100-continue receives it', async () => {
  await serve([post(() => ({ status: 200, body: { hello: 'you' } }))]);
  const socket = await open(`POST /hello ${HEAD}expect: 100-continue\r\nconnection: close\r\n\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 /);
});

it('a client that leaves before the answer is logged as such, not as an error', async () => {
  const lines: { level: string; status: number }[] = [];
  const logs = createLogs('info', {
    write: (line) => lines.push(JSON.parse(line) as { level: string; status: number }),
  });
  let isStarted = false;
  const handle: Endpoint['handle'] = async ({ signal }) => {
    isStarted = true;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    throw new Error('The statement was cancelled.');
  };
  await serve([get('/hello', handle)], { logs });
  const socket = await open(`GET /hello ${HEAD}\r\n`);
  await until(() => isStarted);
  socket.destroy();
  await until(() => lines.length > 0);
  await connectionsClosed();
  expect(lines).toMatchObject([{ level: 'info', status: 499, route: '/hello', ip: '127.0.0.1' }]);
});

it.each([
  ['q=%zz', { q: ['must be percent-encoded UTF-8; write %25 for a percent sign'] }],
  ['q=ok&%71=100%', { q: ['must be percent-encoded UTF-8; write %25 for a percent sign'] }],
  ['q=%ff', { q: ['must be percent-encoded UTF-8; write %25 for a percent sign'] }],
])('malformed percent-encoding is refused: %s', async (query, errors) => {
  const search = { ...hello, query: Type.Object({ q: Type.Unknown() }) };
  await serve([search]);
  const answer = await fetch(`${app.listeningOrigin}/hello?${query}`);
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'validation_failed', errors }]);
});

it('malformed percent-encoding in a form is refused', async () => {
  const form = post((_context, { body }) => ({ status: 200, body }));
  await serve([{ ...form, bodyKind: 'form', body: Type.Object({ name: Type.String() }) }]);
  const answer = await fetch(`${app.listeningOrigin}/hello`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'name=50%',
  });
  const { errors } = (await answer.json()) as { errors: object };
  expect([answer.status, Object.keys(errors)]).toEqual([400, ['name']]);
});

const sendJson = (body: string): Promise<Response> =>
  fetch(`${app.listeningOrigin}/hello`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

const UNSTORABLE = 'must not contain the character U+0000 or half of a surrogate pair';

it.each([
  ['{"name":"a\\u0000b"}', { name: [UNSTORABLE] }],
  ['{"deep":[{"name":"\\ud800"}]}', { 'deep.0.name': [UNSTORABLE] }],
  ['{"deep":{"\\udc00":1}}', { deep: [`${UNSTORABLE} in its names`] }],
])('a body with text that cannot be stored is refused by field: %s', async (body, errors) => {
  const anything = Type.Object({ name: Type.Optional(Type.String()), deep: Type.Optional(Type.Unknown()) });
  await serve([{ ...post((_context, { body }) => ({ status: 200, body })), body: anything }]);
  const answer = await sendJson(body);
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'validation_failed', errors }]);
  expect((await sendJson('{"name":"\\ud83d\\ude00 \\\\u0000"}')).status).toBe(200);
});

it('U+0000 in a path, a query or a form is refused by field', async () => {
  const search = {
    ...get('/hello/:id', () => ({ status: 200, body: {} })),
    params: Type.Object({ id: Type.String() }),
  };
  await serve([{ ...search, query: Type.Object({ q: Type.Optional(Type.String()) }) }]);
  for (const [url, field] of [
    ['/hello/a%00', 'id'],
    ['/hello/a?q=%00', 'q'],
  ] as const) {
    const answer = await fetch(`${app.listeningOrigin}${url}`);
    expect([answer.status, await answer.json()]).toMatchObject([400, { errors: { [field]: [UNSTORABLE] } }]);
  }
});

const statusFrom = async (address: string): Promise<number> =>
  (await fetch(`${app.listeningOrigin}/hello`, { headers: { 'x-forwarded-for': address } })).status;

it('all addresses of an IPv6 network share the limit of one anonymous caller', async () => {
  await serve([hello], { limits: { readsPerMinute: 2 }, trustProxies: ['127.0.0.1'] });
  const statuses = [];
  for (const end of ['1', '2', 'ffff']) statuses.push(await statusFrom(`2001:db8:1:2::${end}`));
  expect(statuses).toEqual([200, 200, 429]);
  expect(await statusFrom('2001:db8:1:3::1')).toBe(200);
});
