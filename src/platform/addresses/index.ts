export { canonicalAddress } from './canonical.ts';
export { addressFault, tagFault, type Network } from './check.ts';
