export { addressFault, tagFault, type Network } from './check.ts';
