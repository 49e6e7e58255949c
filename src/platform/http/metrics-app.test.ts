import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { systemClock } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import { createLogs, createMetrics } from '../telemetry/index.ts';
import { createMetricsApp } from './metrics-app.ts';
import { LIMITS } from './testing/app.ts';

function open(probe: () => Promise<unknown> = async () => {}) {
  const metrics = createMetrics();
  let collections = 0;
  metrics.gauge('collections', 'How often metrics were collected.', [], () => [{ value: ++collections }]);
  const app = createMetricsApp({
    db: undefined as unknown as Db,
    clock: systemClock,
    logs: createLogs('silent'),
    metrics,
    limits: LIMITS,
    probes: { database: probe },
  });
  return { app, metrics };
}

it('/metrics needs no token and has the content type of Prometheus, with a slash at its end too', async () => {
  const { app } = open();
  for (const url of ['/metrics', '/metrics/']) {
    const answer = await app.inject({ url });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect(answer.body).toMatch(/^collections \d$/m);
  }
});

it('nothing else is served beside it', async () => {
  const { app } = open();
  const answer = await app.inject({ url: '/docs' });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 'not_found', detail: 'No resource has the path /docs.' });
});

it('health and readiness are served beside it, so that a process without a service has them too', async () => {
  const { app } = open();
  const [health, ready] = await Promise.all([
    app.inject({ url: '/healthz' }),
    app.inject({ url: '/readyz' }),
  ]);
  expect([health.statusCode, health.json()]).toEqual([200, { status: 'ok' }]);
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', checks: { database: 'ok' } }]);
});

it('a process whose database does not answer is alive, not ready, and still shows its other metrics', async () => {
  const { app } = open(() => Promise.reject(new Error('gone')));
  const urls = ['/healthz', '/readyz', '/metrics'];
  const answers = await Promise.all(urls.map((url) => app.inject({ url })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 503, 200]);
});

it.each([
  '127.0.0.1:8082',
  '[::1]:8082',
  '10.1.2.3',
  'localhost:8082',
  'quaestor:8082',
  'a.default.svc',
  'host.internal',
])('answers a request for the host %s', async (host) => {
  const { app } = open();
  expect((await app.inject({ url: '/metrics', headers: { host } })).statusCode).toBe(200);
});

it.each(['rebound.example.com', 'rebound.example.com:8082', '127.0.0.1.example.com'])(
  'a request for the host %j, as the page of a stranger can make one, reads nothing',
  async (host) => {
    const { app } = open();
    for (const url of ['/metrics', '/readyz']) {
      const answer = await app.inject({ url, headers: { host } });
      expect([answer.statusCode, answer.json()]).toEqual([
        403,
        expect.objectContaining({ code: 'forbidden' }),
      ]);
    }
  },
);

// Through a socket: `inject` puts a host where there is none.
it.each([
  ['an empty host', 'GET /metrics HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', 403],
  ['a port alone', 'GET /metrics HTTP/1.1\r\nHost: :8082\r\nConnection: close\r\n\r\n', 403],
  ['no host', 'GET /metrics HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['no host in HTTP/1.0', 'GET /metrics HTTP/1.0\r\n\r\n', 403],
])('a request with %s reads nothing', async (_what, head, status) => {
  const { app } = open();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(head);
  const answer = await text(socket);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).not.toContain('collections');
  await app.close();
});

it('a scrape reads few metrics at a time, more than one, and writes them in their order', async () => {
  const { app, metrics } = open();
  const names = Array.from({ length: 20 }, (_, index) => `metric_${index}`);
  let [inProgress, most] = [0, 0];
  for (const name of names) {
    metrics.gauge(name, 'A test.', [], async () => {
      most = Math.max(most, (inProgress += 1));
      await new Promise(setImmediate);
      inProgress -= 1;
      return [{ value: 1 }];
    });
  }
  const { body } = await app.inject({ url: '/metrics' });
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
  expect(body.match(/^metric_\d+ 1$/gm)).toEqual(names.map((name) => `${name} 1`));
});
