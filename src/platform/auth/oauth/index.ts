export { metadataEndpoint, oauthEndpoints } from './routes.ts';
