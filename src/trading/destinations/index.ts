export { findSaved, type Saved } from './find.ts';
export { destinationNotice } from './notices.ts';
export { destinationEndpoints } from './routes.ts';
