export { rewardDerivation } from './derivation.ts';
export { explainCfd, explainForex, type CfdDetail, type ForexDetail, type OrderNumber } from './details.ts';
