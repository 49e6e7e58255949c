import type { FastifyInstance } from 'fastify';
import { createHttpApp, type HttpOptions } from './create.ts';
import { DISCOVERY_TAGS, withDiscovery, type DiscoveryOptions } from './discovery.ts';
import type { Endpoint } from './endpoint.ts';
import type { ServiceDescription } from './openapi/index.ts';

const COMMON_TAGS = { Authentication: 'Get, renew and revoke tokens.', ...DISCOVERY_TAGS };

/** The dependencies that a process passes to its services. */
export interface ServiceDependencies
  extends
    Omit<HttpOptions, 'service' | 'endpoints' | 'authenticate' | 'onTokenEnd'>,
    Omit<DiscoveryOptions, 'service'> {
  readonly auth: {
    readonly authenticate: HttpOptions['authenticate'];
    readonly onTokenEnd: HttpOptions['onTokenEnd'];
    readonly endpoints: readonly Endpoint[];
    readonly sessionCookie?: string | undefined;
  };
  readonly version: string;
  readonly publicUrl: string;
}

/** A service, independent of the process it runs in. */
export interface ServiceDefinition
  extends
    Pick<HttpOptions, 'service' | 'endpoints'>,
    Pick<ServiceDescription, 'title' | 'summary' | 'tags' | 'scopes' | 'events'> {}

/** Creates a service with its own endpoints and those for authentication and discovery. */
export function createService(
  definition: ServiceDefinition,
  dependencies: ServiceDependencies,
): FastifyInstance {
  const { auth, probes, stopping, progress, warnings, version, publicUrl } = dependencies;
  const { title, summary, scopes, events = [] } = definition;
  const tags = { ...definition.tags, ...COMMON_TAGS };
  const { sessionCookie } = auth;
  const description = { sessionCookie, title, summary, tags, scopes, events, version, publicUrl };
  return createHttpApp({
    ...dependencies,
    ...definition,
    authenticate: auth.authenticate,
    onTokenEnd: auth.onTokenEnd,
    endpoints: withDiscovery({ service: description, probes, stopping, progress, warnings }, [
      ...auth.endpoints,
      ...definition.endpoints,
    ]),
  });
}
