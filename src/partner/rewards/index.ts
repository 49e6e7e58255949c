export { rewardDerivation } from './derivation.ts';
