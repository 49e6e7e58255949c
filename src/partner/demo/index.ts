export { loadDemo, type DemoInput, type DemoProgress } from './load.ts';
