export { useChange } from './use-change.ts';
