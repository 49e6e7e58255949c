export { endpoint, type Endpoint, type EndpointAnswer } from './endpoint.ts';
export { createService, type ServiceDependencies } from './service.ts';
export { matchesTag } from './match-tag.ts';
