import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startClickhouse } from '../../../testing/clickhouse/start.ts';
import { inject } from '../../../testing/inject.ts';
import { publish } from '../../facts/serving/index.ts';
import type { Report } from '../query/index.ts';
import { createReportResources } from '../resources/index.ts';
import { reportEndpoint } from '../routes.ts';
import { serveReports } from '../testing/serve.ts';
import { fill, openBoth } from '../testing/served.ts';
import { spelled } from '../testing/spelled.ts';

const ONE = { places: 1, perKey: 1 };
const LIMITS = {
  pages: { quick: ONE, slow: ONE },
  files: ONE,
  fileTimeoutMs: 600_000,
  blockTimeoutMs: 60_000,
  cacheBytes: 0,
};
const WAIT = { timeout: 60_000 };
const REQUEST_TIMEOUT_MS = 60_000;
const REQUEST =
  'GET /api/reports/spelled/ HTTP/1.1\r\nhost: x\r\nauthorization: P0\r\naccept: text/csv\r\n\r\n';

/** More than fits into the buffers between ClickHouse and a reader. */
const long: Report = {
  ...spelled(''),
  source: ({ from }) =>
    `select repeat('x', 2000) || a.symbol as word
      from ${['a', 'b', 'c', 'd'].map((alias) => `${from('orders')} ${alias}`).join(', ')} limit 40000`,
};

test.each(['the caller leaves', 'the server is found to be lost'])(
  'a file that stalls in the middle gives its place back when %s',
  async (end) => {
    const server = await startClickhouse();
    onTestFinished(() => server.remove());
    const { store, served, cluster } = await openBoth([server.url]);
    await fill(store);
    await publish({ ...store, cluster });
    const resources = createReportResources(LIMITS);
    const app = serveReports([reportEndpoint(long, served, resources)], {
      requestTimeoutMs: REQUEST_TIMEOUT_MS,
    });
    onTestFinished(() => app.close());
    await app.listen({ host: '127.0.0.1', port: 0 });
    const reader = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    reader.write(REQUEST);
    await once(reader, 'data');
    server.freeze();
    reader.resume();
    if (end === 'the caller leaves') reader.destroy();
    else await once(reader, 'close');
    // Without a place it would wait for longer than a request may.
    const next = () =>
      inject(app, { url: '/api/reports/spelled/?format=csv', headers: { authorization: 'P0' } });
    expect((await next()).statusCode).toBe(503);
    await server.restart();
    await vi.waitFor(async () => {
      const { statusCode, body } = await next();
      expect([statusCode, body.split('\r\n').length]).toEqual([200, 40_002]);
    }, WAIT);
  },
);
