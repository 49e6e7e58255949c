export { findByAlias, isSaved } from './find.ts';
export { destinationEndpoints } from './routes.ts';
