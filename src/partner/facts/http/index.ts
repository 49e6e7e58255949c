export { asOfCallers } from './as-of.ts';
export { callPeer } from './call-peer.ts';
export { answeredByWriter } from './forward.ts';
export { refusePartners } from './refuse-partners.ts';
export { factEndpoints, OPERATION_TIMEOUT_MS } from './routes.ts';
export { KEY_HEADER } from './schema.ts';
