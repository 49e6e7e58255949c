export { AUTH_TAG, metadataEndpoint, oauthEndpoints } from './routes.ts';
