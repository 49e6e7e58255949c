export { loadDemo, loadFirstDemo, type DemoInput, type DemoProgress } from './load.ts';
