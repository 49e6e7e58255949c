export { findSaved, type Saved } from './find.ts';
export { destinationEndpoints } from './routes.ts';
