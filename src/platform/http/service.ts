import type { FastifyInstance } from 'fastify';
import { createHttpApp, type HttpOptions } from './create.ts';
import { DISCOVERY_TAGS, withDiscovery, type DiscoveryOptions } from './discovery.ts';
import type { Endpoint } from './endpoint.ts';
import type { ServiceDescription } from './openapi.ts';

const FRAME_TAGS = { Authentication: 'How to get a token, and how to end it.', ...DISCOVERY_TAGS };

/** What a process gives each service it runs. */
export interface ServiceDependencies
  extends
    Omit<HttpOptions, 'service' | 'endpoints' | 'authenticate' | 'onTokenEnd' | 'ignoreTrailingSlash'>,
    Omit<DiscoveryOptions, 'service'> {
  readonly auth: {
    readonly authenticate: HttpOptions['authenticate'];
    readonly onTokenEnd: HttpOptions['onTokenEnd'];
    readonly endpoints: readonly Endpoint[];
  };
  readonly version: string;
  readonly publicUrl: string;
}

/** What a service is, apart from the process it runs in. */
export interface ServiceDefinition
  extends
    Pick<HttpOptions, 'service' | 'endpoints' | 'ignoreTrailingSlash'>,
    Pick<ServiceDescription, 'title' | 'summary' | 'tags' | 'scopes' | 'events'> {}

/** A service with its own endpoints, those of authentication, and those that tell about it. */
export function createService(
  definition: ServiceDefinition,
  dependencies: ServiceDependencies,
): FastifyInstance {
  const { auth, probes, progress, version, publicUrl } = dependencies;
  const { title, summary, scopes, events = [] } = definition;
  const tags = { ...definition.tags, ...FRAME_TAGS };
  const description = { title, summary, tags, scopes, events, version, publicUrl };
  return createHttpApp({
    ...dependencies,
    ...definition,
    authenticate: auth.authenticate,
    onTokenEnd: auth.onTokenEnd,
    endpoints: withDiscovery({ service: description, probes, progress }, [
      ...auth.endpoints,
      ...definition.endpoints,
    ]),
  });
}
