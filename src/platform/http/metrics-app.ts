import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Problem } from '../../kernel/index.ts';
import type { Metrics } from '../telemetry/index.ts';
import { createHttpApp, type HttpOptions } from './create.ts';
import { checkAll, healthEndpoints, type HealthOptions } from './discovery.ts';
import { endpoint, type Endpoint } from './endpoint.ts';

type MetricsOptions = Pick<HttpOptions, 'db' | 'clock' | 'logs' | 'metrics' | 'limits'> & HealthOptions;

/** Less than a metric may take. */
const PROBE_WITHIN_MS = 800;

/** Serves metrics, health and readiness of a process without a token, on an address of their own. */
export function createMetricsApp(options: MetricsOptions): FastifyInstance {
  const { metrics, probes } = options;
  metrics.gauge(
    'quaestor_ready',
    'Whether a dependency of this process responds, by its name in /readyz: 1 or 0.',
    ['check'],
    async () =>
      Object.entries(await checkAll(probes, PROBE_WITHIN_MS)).map(([check, state]) => ({
        labels: { check },
        value: state === 'ok' ? 1 : 0,
      })),
  );
  return createHttpApp({
    ...options,
    service: 'metrics',
    endpoints: [metricsEndpoint(metrics), ...healthEndpoints(options)].map(withOwnHost),
    authenticate: () => {
      throw new Problem('unauthenticated', 'This service takes no token.');
    },
    onTokenEnd: () => () => {},
    trustProxies: [],
  });
}

/**
 * Answers only where the host is an address or a name of a private network. Otherwise a page of a stranger could point
 * its own name here (DNS rebinding) and read the answers with the browser of somebody inside the network.
 */
const withOwnHost = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  handle(context, request) {
    const host = (request.headers['host'] ?? '').replace(/:\d+$/, '').replaceAll(/[[\]]/g, '');
    const isPrivate = isIP(host) > 0 || PRIVATE_NAME.test(host);
    if (!isPrivate)
      throw new Problem('forbidden', 'Ask for metrics by the address of the process or by a private name.');
    return endpoint.handle(context, request);
  },
});

const PRIVATE_NAME = /^[\w-]+$|\.(localhost|local|internal|svc)$/i;

function metricsEndpoint({ registry }: Metrics) {
  return endpoint({
    method: 'GET',
    path: '/metrics',
    operation: 'getMetrics',
    tag: 'Metrics',
    summary: 'Metrics of this process in the Prometheus text format',
    scope: 'public',
    answers: { 200: { description: 'The metrics.', schema: Type.String(), contentType: 'text/plain' } },
    handle: async () => ({
      status: 200,
      headers: { 'content-type': registry.contentType },
      body: await readMetrics(registry),
    }),
  });
}

/**
 * Few metrics at a time, so that they leave connections of the pool to requests and do not wait for each other; but not
 * one after the other, so that a scrape of a process whose database hangs ends before Prometheus cancels it.
 */
const READ_TOGETHER = 4;

async function readMetrics(registry: Metrics['registry']): Promise<string> {
  const metrics = registry.getMetricsAsArray();
  const texts: string[] = [];
  const rest = metrics.entries();
  const read = async (): Promise<void> => {
    for (const [index, { name }] of rest) texts[index] = await registry.getSingleMetricAsString(name);
  };
  await Promise.all(Array.from({ length: READ_TOGETHER }, read));
  return `${texts.join('\n\n')}\n`;
}
