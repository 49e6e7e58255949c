export { explanationEndpoints } from './routes.ts';
