export { EventFeed } from './feed.ts';
export { eventEndpoints } from './routes.ts';
