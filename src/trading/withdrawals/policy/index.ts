export { findHold, type Hold } from './hold.ts';
export { PolicySimulation, PolicyUsage } from './schema.ts';
export { showPolicyUsage } from './show-usage.ts';
export { simulatePolicy } from './simulate.ts';
export { CREATED, Sums } from './sums.ts';
export { NO_RATES, Valuation, type Rates } from './valuation.ts';
