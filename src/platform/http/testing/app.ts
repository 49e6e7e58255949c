import type { FastifyInstance } from 'fastify';
import { systemClock, type Actor } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { createLogs, createMetrics } from '../../telemetry/index.ts';
import { createHttpApp, type HttpLimits, type HttpOptions } from '../create.ts';
import type { Endpoint } from '../endpoint.ts';

export const READER: Actor = {
  kind: 'client',
  id: 'reader',
  tenant: 'acme',
  scopes: new Set(['things:view']),
};

export const LIMITS: HttpLimits = {
  bodyBytes: 1024,
  requestTimeoutMs: 60_000,
  writeTimeoutMs: 30_000,
  maxConnections: 1000,
  maxConnectionsPerSource: 1000,
  readsPerMinute: 1000,
  writesPerMinute: 1000,
};

interface FrameOptions extends Partial<Omit<HttpOptions, 'limits'>> {
  readonly limits?: Partial<HttpLimits>;
}

/** Serves the given endpoints, quietly and with generous limits by default. Every token is valid. */
export function frame(endpoints: Endpoint[], { limits, ...options }: FrameOptions = {}): FastifyInstance {
  return createHttpApp({
    service: 'trading',
    endpoints,
    authenticate: () => READER,
    onTokenEnd: () => () => {},
    // No endpoint of these tests reads from a database.
    db: undefined as unknown as Db,
    clock: systemClock,
    logs: createLogs('silent'),
    metrics: createMetrics(),
    limits: { ...LIMITS, ...limits },
    trustProxies: [],
    ...options,
  });
}
