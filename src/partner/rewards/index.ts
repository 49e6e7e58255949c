export { rewardDerivation } from './derivation.ts';
export { orderDetailEndpoints } from './routes.ts';
