import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { Problem } from '../../kernel/index.ts';
import { Scrapes, type Metrics } from '../telemetry/index.ts';
import { createHttpApp, type HttpOptions } from './create.ts';
import { healthEndpoints, type HealthOptions } from './discovery.ts';
import { endpoint } from './endpoint.ts';

type MetricsOptions = Pick<HttpOptions, 'db' | 'clock' | 'logs' | 'metrics' | 'limits'> & HealthOptions;

/** Serves metrics, health and readiness of a process without a token, on an address of their own. */
export function createMetricsApp(options: MetricsOptions): FastifyInstance {
  return createHttpApp({
    ...options,
    service: 'metrics',
    endpoints: [metricsEndpoint(options.metrics), ...healthEndpoints(options)],
    authenticate: () => {
      throw new Problem('unauthenticated', 'This service takes no token.');
    },
    onTokenEnd: () => () => {},
    ignoreTrailingSlash: true,
    trustProxies: [],
  });
}

function metricsEndpoint({ registry }: Metrics) {
  const scrapes = new Scrapes(registry);
  return endpoint({
    method: 'GET',
    path: '/metrics',
    operation: 'getMetrics',
    tag: 'Metrics',
    summary: 'Metrics of this process in the Prometheus text format',
    scope: 'public',
    answers: { 200: { description: 'The metrics.', schema: Type.String(), contentType: 'text/plain' } },
    handle: async ({ signal }) => ({
      status: 200,
      headers: { 'content-type': registry.contentType },
      body: await scrapes.read(signal),
    }),
  });
}
