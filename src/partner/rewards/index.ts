export { CALCULATION, calculate, calculateRounded, unexplained, type Calculation } from './calculation.ts';
export { dayOf, type OrderFact, type SuspensionFact } from './compute.ts';
export { rewardDerivation } from './derivation.ts';
export { toNumber, type OrderNumber } from './details.ts';
export { factor, percentFactor, rateFactor, rewardFactors, suspendedFactor, type Factor } from './factors.ts';
export { orderDetailEndpoints } from './routes.ts';
export { ORDER_PARAMS } from './schema.ts';
export { findRate, findSuspension, findTariff, type Read, type TariffChoice } from './terms.ts';
