import type { FastifyInstance } from 'fastify';
import { systemClock, type Actor } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { createLogs, createMetrics } from '../../telemetry/index.ts';
import { createHttpApp, type HttpOptions } from '../create.ts';
import type { Endpoint } from '../endpoint.ts';

export const READER: Actor = {
  kind: 'client',
  id: 'reader',
  tenant: 'acme',
  scopes: new Set(['things:view']),
};

/** A frame around the given endpoints, quiet and generous unless told otherwise. `Bearer reader` is known. */
export function frame(endpoints: Endpoint[], options: Partial<HttpOptions> = {}): FastifyInstance {
  return createHttpApp({
    service: 'test',
    endpoints,
    authenticate: () => READER,
    // No endpoint of these tests reads from a database.
    db: undefined as unknown as Db,
    clock: systemClock,
    logs: createLogs('silent'),
    metrics: createMetrics(),
    limits: { bodyBytes: 1024, requestTimeoutMs: 5000, readsPerMinute: 1000, writesPerMinute: 1000 },
    ignoreTrailingSlash: false,
    trustProxies: [],
    ...options,
  });
}
