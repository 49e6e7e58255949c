export type { DemoBatch } from './program.ts';
export { disburseOnChain } from './on-chain.ts';
export { loadDemo, loadFirstDemo, sendDemo, type DemoInput, type DemoProgress } from './load.ts';
