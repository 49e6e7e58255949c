export { findHold, type Hold } from './hold.ts';
export { PolicySimulation, PolicyUsage } from './schema.ts';
export { showPolicyUsage } from './show-usage.ts';
export { simulatePolicy } from './simulate.ts';
export { sumCreated } from './store.ts';
export { Sums } from './sums.ts';
