export type { DemoBatch } from './program.ts';
export { loadDemo, loadFirstDemo, sendDemo, type DemoInput, type DemoProgress } from './load.ts';
