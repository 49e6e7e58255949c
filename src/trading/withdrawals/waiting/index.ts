export { countWaiting, selectWaiting } from './store.ts';
