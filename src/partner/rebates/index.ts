export { createGroup } from './create.ts';
export { moveIn } from './move.ts';
export { rebateNotice } from './notices.ts';
export { runRebates } from './reserve.ts';
export { rebateEndpoints } from './routes.ts';
