export { signInEndpoints } from './routes.ts';
