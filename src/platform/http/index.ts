export type { HttpLimits } from './create.ts';
export type { Probe } from './discovery.ts';
export { endpoint, type Endpoint, type EndpointAnswer, type RequestContext } from './endpoint.ts';
export { createService, type ServiceDefinition, type ServiceDependencies } from './service.ts';
