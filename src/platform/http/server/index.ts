export { createServerFactory, type ServerLimits } from './server.ts';
