export { runRebates } from './reserve.ts';
export { rebateEndpoints } from './routes.ts';
