export { createHttpApp, type HttpLimits, type HttpOptions } from './create.ts';
export { DISCOVERY_TAGS, withDiscovery, type Probe } from './discovery.ts';
export { endpoint, type Endpoint, type EndpointAnswer, type RequestContext } from './endpoint.ts';
export type { ServiceDescription } from './openapi.ts';
