export { addressFault, tagFault } from './check.ts';
