export type { HealthOptions } from './discovery.ts';
export { endpoint, type Endpoint, type EndpointAnswer, type RequestContext } from './endpoint.ts';
export { EVENT_STREAM_HEADERS, EventStreamReader, HEARTBEAT_EVERY_MS } from './event-stream.ts';
export { exactAnswer } from './exact-answer.ts';
export { createMetricsApp } from './metrics-app.ts';
export { arrayPage, nextPageHeader } from './next-page.ts';
export { sourceOf } from './source.ts';
export { createService, type ServiceDependencies } from './service.ts';
export {
  ENTITY_TAG,
  entityTag,
  ETAG_DECLARATION,
  FILE_NAME_HEADER,
  IF_MATCH_HEADER,
  IF_NONE_MATCH_HEADER,
  matchesTag,
  requireMatch,
} from './content/index.ts';
export { PEER_HEADER } from './show-life.ts';
