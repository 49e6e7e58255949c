export { useChange } from './use-change.ts';
export { openRepeats } from './repeats.ts';
