import { connect } from 'node:net';
import { EventEmitter, once } from 'node:events';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Problem, type Actor } from '../../kernel/index.ts';
import { createLogs, createMetrics } from '../telemetry/index.ts';
import { endpoint, type Endpoint } from './index.ts';
import { READER, frame } from './testing/app.ts';
import { inject, type InjectOptions } from '../../testing/inject.ts';

const closed = { additionalProperties: false } as const;

function thing(overrides: Partial<Endpoint> = {}): Endpoint {
  return {
    ...endpoint({
      method: 'POST',
      path: '/things/:id',
      operation: 'putThing',
      tag: 'Things',
      summary: 'Put a thing',
      scope: 'things:view',
      params: Type.Object({ id: Type.Integer({ minimum: 1 }) }, closed),
      query: Type.Object(
        {
          size: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
          list: Type.Optional(Type.Array(Type.String({ maxLength: 3 }))),
          flag: Type.Optional(Type.Boolean()),
        },
        closed,
      ),
      body: Type.Object(
        {
          name: Type.String({ minLength: 1, maxLength: 8 }),
          kind: Type.Optional(Type.Union([Type.Literal('A'), Type.Literal('B')])),
          inner: Type.Optional(Type.Object({ at: Type.String({ format: 'date-time' }) }, closed)),
        },
        closed,
      ),
      answers: { 200: { description: 'Done.', schema: Type.Object({ got: Type.Unknown() }) } },
      handle: (_context, { params, query, body }) => ({
        status: 200,
        body: { got: { params, query, body } },
      }),
    }),
    ...overrides,
  };
}

const SEND: InjectOptions = { method: 'POST', url: '/things/1', payload: { name: 'n' } };
const json = { 'content-type': 'application/json' };

it('a deprecated operation says since when, until when and what comes instead, also in a problem', async () => {
  const deprecated = { since: '2026-11-17', until: '2028-01-01', instead: '/objects/{id}' };
  const app = frame([thing({ deprecated })]);
  const headers = {
    deprecation: '@1794873600',
    sunset: 'Sat, 01 Jan 2028 00:00:00 GMT',
    link: '</objects/{id}>; rel="successor-version"',
  };
  expect((await inject(app, SEND)).headers).toMatchObject(headers);
  const refused = await inject(app, { ...SEND, payload: {} });
  expect([refused.statusCode, refused.headers]).toEqual([400, expect.objectContaining(headers)]);
});

/** Answers what commands learn about repeats of their request. */
const showRepeats: Endpoint['handle'] = ({ keepsResults, requestKey }) => ({
  status: 200,
  body: { got: [keepsResults, requestKey?.key] },
});

it.each([
  ['answered again', true],
  ['refused for a secret', false],
  [undefined, false],
] as const)(
  'commands know whether repeats of their request are %s, whether it has a key or not',
  async (repeats, keeps) => {
    const app = frame([thing({ ...(repeats && { repeats }), handle: showRepeats })]);
    expect((await inject(app, SEND)).json()).toEqual({ got: [keeps, null] });
    const sent = await inject(app, { ...SEND, headers: { 'idempotency-key': 'k-1' } });
    expect(sent.json()).toEqual({ got: [keeps, repeats ? 'k-1' : null] });
  },
);

it('a creation answers with the path of what it made, and nothing else does', async () => {
  const location = '/things/{id}/{name}';
  const [created, found] = [201, 200].map((status) =>
    frame([thing({ location, handle: () => ({ status, body: { id: 'a/b' } }) })]),
  );
  if (!created || !found) throw new Error('There are two.');
  expect((await inject(created, SEND)).headers.location).toBe('/things/a%2Fb/n');
  expect((await inject(found, SEND)).headers).not.toHaveProperty('location');
});

it.each(['at once', 'later'])(
  'an answer with an invalid header value, given %s, is a problem',
  async (when) => {
    const answer = { status: 200, headers: { 'cache-control': 'two\nlines' }, body: { got: 1 } };
    const app = frame([thing({ handle: () => (when === 'later' ? Promise.resolve(answer) : answer) })]);
    const { statusCode, headers, json: problem } = await inject(app, SEND);
    expect([statusCode, headers['cache-control'], problem()]).toMatchObject([
      500,
      'no-store',
      { code: 'internal' },
    ]);
  },
);

it('HEAD is answered with the headers of GET and no body', async () => {
  const { body: _body, ...reading } = thing({ method: 'GET' });
  const app = frame([reading]);
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/things/1`;
  const [get, head] = await Promise.all([fetch(url), fetch(url, { method: 'HEAD' })]);
  const length = (await get.arrayBuffer()).byteLength;
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    `${length}`,
    '',
  ]);
  await app.close();
});

describe('every error is a problem that names what to fix', () => {
  const parts = thing({ path: '/things/:id/parts', operation: 'putPart', method: 'PUT' });
  const app = frame([thing(), parts]);

  it.each<[string, InjectOptions, number, string, RegExp | string]>([
    ['unknown path', { url: '/nowhere' }, 404, 'not_found', /\/nowhere/],
    ['wrong method', { method: 'DELETE', url: '/things/1' }, 405, 'method_not_allowed', /supports POST/],
    ['empty segment at the end', { ...SEND, url: '/things/' }, 404, 'not_found', /\/things\//],
    [
      'empty segment',
      { ...SEND, method: 'PUT', url: '/things//parts' },
      404,
      'not_found',
      /\/things\/\/parts/,
    ],
    ['malformed path', { url: '/%zz' }, 404, 'not_found', /\/%zz/],
    [
      'malformed JSON',
      { ...SEND, payload: '{"name":', headers: json },
      400,
      'validation_failed',
      /not valid JSON/,
    ],
    ['no body', { ...SEND, payload: '', headers: json }, 400, 'validation_failed', '1 field is not valid.'],
    [
      'broken UTF-8',
      { ...SEND, payload: Buffer.from([0x22, 0xff, 0x22]), headers: json },
      400,
      'validation_failed',
      /UTF-8/,
    ],
    [
      'wrong content type',
      { ...SEND, payload: 'x', headers: { 'content-type': 'text/plain' } },
      415,
      'unsupported_media_type',
      /application\/json/,
    ],
    [
      'packed body',
      { ...SEND, headers: { 'content-encoding': 'gzip' } },
      415,
      'unsupported_media_type',
      'Send the body without the content encoding gzip.',
    ],
    [
      'no content type',
      { ...SEND, payload: Buffer.from('{}'), headers: {} },
      415,
      'unsupported_media_type',
      /application\/json/,
    ],
    ['too large', { ...SEND, payload: { name: 'x'.repeat(2000) } }, 413, 'payload_too_large', /1024 bytes/],
  ])('%s', async (_name, request, status, code, detail) => {
    const answer = await inject(app, request);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    const body = answer.json<Record<string, unknown>>();
    expect(body).toMatchObject({ type: `/problems/${code}`, status, code, instance: request.url });
    expect(body['detail']).toMatch(detail);
    expect(body['traceId']).toBe(answer.headers['x-request-id']);
  });

  it.each(['/things/1', '/things/1/'])(
    'a wrong method gets the list of supported ones at %s',
    async (url) => {
      const answer = await inject(app, { method: 'PUT', url });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
    },
  );

  it('a path answers with and without a slash at its end', async () => {
    for (const url of ['/things/1', '/things/1/', '/things/1/?size=2']) {
      expect([url, (await inject(app, { ...SEND, url })).statusCode]).toEqual([url, 200]);
    }
  });

  it.each<[unknown, number, string]>([
    [new Problem('invalid_transition', 'It is over.'), 409, 'It is over.'],
    [new Error('select secret from vault'), 500, 'An unexpected error occurred.'],
    [Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }), 503, 'The database is not available.'],
    [Object.assign(new Error('stopping'), { code: '57P01' }), 503, 'The database is not available.'],
  ])('what a handler throws never shows more than it may: %s', async (thrown, status, detail) => {
    const failing = frame([thing({ handle: () => Promise.reject(thrown) })]);
    const answer = await inject(failing, SEND);
    expect(answer.statusCode).toBe(status);
    expect(answer.json<{ detail: string }>().detail).toBe(detail);
    expect(answer.body).not.toContain('vault');
  });
});

describe('bad input is refused as a whole', () => {
  const app = frame([thing()]);

  it('all errors of path, query and body are reported together, by field', async () => {
    const answer = await inject(app, {
      method: 'POST',
      url: '/things/0?size=101&colour=red&flag=yes&list=abcd,ok&list=x',
      payload: { name: '', kind: 'C', extra: 1, inner: { at: 'noon', more: true } },
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json<{ errors: unknown }>().errors).toEqual({
      id: ['must be at least 1'],
      size: ['must be at most 100'],
      colour: ['is not known here; known: size, list, flag'],
      flag: ['must be a boolean'],
      'list.0': ['must have at most 3 characters'],
      name: ['must not be empty'],
      kind: ['must be one of A, B'],
      extra: ['is not known here; known: name, kind, inner'],
      'inner.at': ['must be a UTC time such as 2026-01-31T12:00:00.000Z'],
      'inner.more': ['is not known here; known: at'],
    });
  });

  it.each(['1.5', '1e3', '0x10', '', '٣', '9007199254740993'])('%j is not an integer', async (size) => {
    const answer = await inject(app, { ...SEND, url: `/things/1?size=${encodeURIComponent(size)}` });
    expect(answer.json<{ errors: unknown }>().errors).toEqual({ size: ['must be an integer'] });
  });

  it.each([
    '2026-12-31T23:59:60Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    '2026-01-31T12:00:00',
    '2026-01-31T12:00:00Z[Europe/Paris]',
    '2026-02-29T12:00:00Z',
  ])('%s is not a time', async (at) => {
    const answer = await inject(app, { ...SEND, payload: { name: 'n', inner: { at } } });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { errors: { 'inner.at': ['must be a UTC time such as 2026-01-31T12:00:00.000Z'] } },
    ]);
  });

  it.each(['2026-01-31T12:00:00Z', '0001-01-01T00:00:00Z', '2024-02-29T23:59:59.123456+14:00'])(
    '%s is a time',
    async (at) => {
      const answer = await inject(app, { ...SEND, payload: { name: 'n', inner: { at } } });
      expect(answer.statusCode).toBe(200);
    },
  );

  it('a parameter that may stand once is refused when it stands twice', async () => {
    const answer = await inject(app, { ...SEND, url: '/things/1?size=1&size=2' });
    expect(answer.json<{ errors: unknown }>().errors).toEqual({ size: ['must be given only once'] });
  });

  it('a list may be written with commas, repeated, or both', async () => {
    const answer = await inject(app, { ...SEND, url: '/things/1?list=a,b&list=c' });
    expect(answer.json<{ got: { query: unknown } }>().got.query).toEqual({ list: ['a', 'b', 'c'] });
  });

  it('an endpoint that declares no query and no body takes none', async () => {
    const bare = frame([thing({ query: undefined, body: undefined })]);
    const answer = await inject(bare, { ...SEND, url: '/things/1?debug=1' });
    expect(answer.json<{ errors: unknown }>().errors).toEqual({
      debug: ['is not known here; nothing is expected'],
      '': ['takes no body'],
    });
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'the name %s is as unknown as any other',
    async (name) => {
      const answer = await inject(app, { ...SEND, payload: `{"name":"n","${name}":{}}`, headers: json });
      expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([name]);
    },
  );
});

describe('authorization', () => {
  it('no credential, no answer', async () => {
    const refusing = frame([thing()], {
      authenticate: () => {
        throw new Problem('unauthenticated', 'Send a token.');
      },
    });
    const answer = await inject(refusing, SEND);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('a credential without the scope gets an error that names it', async () => {
    const answer = await inject(frame([thing({ scope: 'things:edit' })]), SEND);
    expect(answer.statusCode).toBe(403);
    expect(answer.json<{ detail: string }>().detail).toContain('things:edit');
  });

  it('the body of an unauthenticated request is not read', async () => {
    const app = frame([thing()], {
      authenticate: () => Promise.reject(new Problem('unauthenticated', 'No.')),
    });
    const answer = await inject(app, { ...SEND, payload: '{"name":', headers: json });
    expect(answer.statusCode).toBe(401);
  });
});

describe('rate limits', () => {
  afterEach(() => vi.restoreAllMocks());

  it('a credential over its limit waits; others do not; the next minute is new', async () => {
    let nowMs = 1_000;
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
    let actor: Actor = READER;
    const app = frame([thing()], {
      authenticate: () => actor,
      limits: { writesPerMinute: 2 },
    });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await inject(app, SEND)).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    nowMs += 20_000;
    const refused = await inject(app, SEND);
    expect(refused.headers['retry-after']).toBe('40');
    expect(refused.headers['ratelimit']).toBe('"writes";r=0;t=40');
    expect(refused.headers['ratelimit-policy']).toBe('"writes";q=2;w=60');
    actor = { ...READER, kind: 'person' };
    expect((await inject(app, SEND)).statusCode).toBe(429);
    actor = { ...READER, id: 'another' };
    expect((await inject(app, SEND)).statusCode).toBe(200);
    actor = READER;
    nowMs += 40_000;
    expect((await inject(app, SEND)).headers['ratelimit']).toBe('"writes";r=1;t=60');
  });

  it.each([
    ['wrong tokens', SEND],
    ['unknown paths', { method: 'POST', url: '/nowhere' } as const],
  ])('a stranger who tries %s is slowed down by address', async (_what, request) => {
    const app = frame([thing()], {
      authenticate: () => Promise.reject(new Problem('unauthenticated', 'No.')),
      limits: { writesPerMinute: 2 },
    });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i++) statuses.push((await inject(app, request)).statusCode);
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('time limits', () => {
  it('a handler that takes too long is aborted, the caller gets 504, and the log no error', async () => {
    let signal: AbortSignal | undefined;
    const lines: string[] = [];
    const slow = thing({
      timeoutMs: 20,
      handle: (context) => {
        signal = context.signal;
        return new Promise(() => {});
      },
    });
    const app = frame([slow], { logs: createLogs('warn', { write: (line) => lines.push(line) }) });
    const answer = await inject(app, SEND);
    expect(answer.statusCode).toBe(504);
    expect(answer.json<{ code: string }>().code).toBe('timed_out');
    expect(signal?.aborted).toBe(true);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('No answer within 0.02 s.');
    expect(lines[0]).not.toMatch(/stack|"level":"error"/);
  });
});

describe('over a real socket', () => {
  let app: FastifyInstance | undefined;
  afterEach(() => app?.close());

  async function raw(bytes: string, options: Parameters<typeof frame>[1] = {}): Promise<string> {
    app = frame([thing()], options);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes);
    return text(socket);
  }

  it.each([
    ['broken syntax', 'NONSENSE\r\n\r\n', '400', 'validation_failed'],
    [
      'headers too large',
      `GET / HTTP/1.1\r\nhost: x\r\nbig: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431',
      'headers_too_large',
    ],
  ])('%s is a problem too', async (_name, bytes, status, code) => {
    const answer = await raw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('application/problem+json');
    expect(answer).toContain(`"code":"${code}"`);
  });

  it('a request that arrives too slowly is rejected', async () => {
    const slow =
      'POST /things/1 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{';
    const answer = await raw(slow, { limits: { requestTimeoutMs: 50 } });
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('"code":"request_timeout"');
  });

  it('a body that is too large is refused though its length is not announced, and ends the connection', async () => {
    const chunk = `400\r\n${'x'.repeat(1024)}\r\n`;
    const answer = await raw(
      `POST /things/1 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${chunk}${chunk}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 413 /);
    expect(answer).toContain('"code":"payload_too_large"');
  });

  it('a body that breaks off reaches no handler', async () => {
    const lines: string[] = [];
    const noted = deferred();
    const logs = createLogs('info', {
      write: (line) => {
        lines.push(line);
        noted.resolve();
      },
    });
    app = frame([thing()], { logs });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      'POST /things/1 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"name":"n"}',
      () => socket.destroy(),
    );
    await noted.promise;
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', status: 400 });
  });

  it('while it closes, a request under way is answered and its connection ends', async () => {
    const [started, closing, finish] = [deferred(), deferred(), deferred()];
    app = frame([
      thing({
        handle: async () => {
          started.resolve();
          await finish.promise;
          return { status: 200, body: { got: 1 } };
        },
      }),
    ]);
    app.addHook('preClose', async () => void closing.resolve());
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      'POST /things/1 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{"name":"n"}',
    );
    await started.promise;
    const closed = app.close();
    await closing.promise;
    finish.resolve();
    expect(await text(socket)).toMatch(/^HTTP\/1.1 200 [^]*connection: close[^]*\{"got":1\}$/);
    await closed;
  });

  it('a connection without a request does not delay the shutdown', async () => {
    app = frame([thing()]);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    await Promise.all([once(socket, 'connect'), once(app.server, 'connection')]);
    await Promise.all([app.close(), once(socket, 'close')]);
    expect(socket.destroyed).toBe(true);
  });

  it('a caller that goes away is noticed', async () => {
    const gone = deferred();
    const started = deferred();
    app = frame([
      thing({
        handle: async (context) => {
          context.signal.addEventListener('abort', () => gone.resolve());
          started.resolve();
          await gone.promise;
          return { status: 200, body: {} };
        },
      }),
    ]);
    await app.listen({ port: 0, host: '127.0.0.1' });
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(
      'POST /things/1 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 12\r\n\r\n{"name":"n"}',
    );
    await started.promise;
    socket.destroy();
    await expect(gone.promise).resolves.toBeUndefined();
  });
});

describe('an answer that is a stream', () => {
  let app: FastifyInstance;
  afterEach(() => app.close());

  async function ask(body: Readable, method = 'GET', type = 'text/plain'): Promise<Response> {
    const { body: _body, ...reading } = thing({ method: 'GET' });
    const headers = { 'content-type': type };
    app = frame([{ ...reading, handle: () => ({ status: 200, headers, body }) }]);
    return fetch(`${await app.listen({ port: 0, host: '127.0.0.1' })}/things/1`, { method });
  }

  it('arrives whole', async () => {
    const blocks = Array.from({ length: 50 }, (_, index) => `${index}:${'x'.repeat(5_000)}`);
    expect(await (await ask(Readable.from(blocks, { objectMode: false }))).text()).toBe(blocks.join(''));
  });

  it('may be empty', async () => {
    expect(await (await ask(Readable.from([], { objectMode: false }))).text()).toBe('');
  });

  it('is a problem where it fails before its first byte', async () => {
    const answer = await ask(
      new Readable({
        read() {
          this.destroy(new Error('gone'));
        },
      }),
    );
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'internal' }]);
  });

  it('is a problem where a header value is invalid', async () => {
    const answer = await ask(Readable.from(['whole'], { objectMode: false }), 'GET', 'two\nlines');
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'internal' }]);
  });

  it('is a problem if it was aborted before', async () => {
    const answer = await ask(new Readable({ read: () => {} }).destroy());
    expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'internal' }]);
  });

  it('breaks off where it fails after that', async () => {
    const body = new Readable({ read: () => {} });
    body.push('begun');
    const answer = await ask(body);
    body.destroy(new Error('gone'));
    await expect(answer.text()).rejects.toThrow('terminated');
  });

  it('is aborted when the caller leaves', async () => {
    const body = new Readable({ read: () => {} });
    body.push('begun');
    const answer = await ask(body);
    const gone = once(body, 'close');
    await answer.body?.cancel();
    await gone;
    expect(body.destroyed).toBe(true);
  });

  it('is not read for HEAD', async () => {
    const body = new Readable({ read: () => {} });
    body.push('begun');
    expect((await ask(body, 'HEAD')).status).toBe(200);
    expect(body.destroyed || (await once(body, 'close'))).toBeTruthy();
  });
});

function deferred() {
  const events = new EventEmitter();
  return { promise: once(events, 'done').then(() => undefined), resolve: () => events.emit('done') };
}

describe('what every answer carries', () => {
  it('safe headers', async () => {
    const { headers } = await inject(frame([thing()]), SEND);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  });

  it.each([
    [
      'traceparent',
      '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      '0af7651916cd43dd8448eb211c80319c',
    ],
    ['x-request-id', 'order-7781.a', 'order-7781.a'],
    ['x-request-id', 'short', undefined],
    ['x-request-id', 'x'.repeat(65), undefined],
    ['x-request-id', '<script>alert</script>', undefined],
  ])('a trace id of our own, with %s %s logged beside it as %s', async (header, given, expected) => {
    const lines: string[] = [];
    const logs = createLogs('info', { write: (line) => lines.push(line) });
    const answer = await inject(frame([thing()], { logs }), { ...SEND, headers: { [header]: given } });
    const traceId = answer.headers['x-request-id'];
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    expect(traceId).not.toBe(expected);
    const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    expect([line['traceId'], line['callerTraceId']]).toEqual([traceId, expected]);
  });
});

describe('what is left in logs and measures', () => {
  it('a line with the trace id and no path, query or token; a histogram by route pattern', async () => {
    const lines: string[] = [];
    const metrics = createMetrics();
    const app = frame([thing()], {
      metrics,
      logs: createLogs('info', { write: (line) => lines.push(line) }),
    });
    await inject(app, {
      ...SEND,
      url: '/things/77?size=5',
      headers: { authorization: 'Bearer top-secret', 'x-request-id': 'trace-0001' },
    });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'info',
      callerTraceId: 'trace-0001',
      service: 'trading',
      method: 'POST',
      route: '/things/:id',
      status: 200,
      actor: 'reader',
    });
    expect(lines[0]).not.toMatch(/top-secret|things\/77|size=/);
    expect(await metrics.registry.metrics()).toContain(
      'quaestor_http_request_duration_seconds_count{service="trading",method="POST",route="/things/:id",status="200"} 1',
    );
  });

  it('secrets never reach a log line', () => {
    const lines: string[] = [];
    const { logger } = createLogs('info', { write: (line) => lines.push(line) });
    logger.error(
      { authorization: 'AAA', request: { password: 'AAA', body: { client_secret: 'AAA', token: 'AAA' } } },
      'no',
    );
    expect(lines[0]).not.toContain('AAA');
  });
});
