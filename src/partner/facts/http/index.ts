export { asDeclared } from './as-declared.ts';
export { callPeer } from './call-peer.ts';
export { fillPath } from './forward.ts';
export { ofProgram, refusePartners } from './refuse-partners.ts';
export { factEndpoints, OPERATION_TIMEOUT_MS } from './routes.ts';
export { KEY_HEADER } from './schema.ts';
