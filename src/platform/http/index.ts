export { endpoint, type Endpoint, type EndpointAnswer, type RequestContext } from './endpoint.ts';
