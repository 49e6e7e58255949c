export {
  formatClock,
  formatDay,
  formatInteger,
  formatList,
  formatMonth,
  formatRemaining,
  formatSpan,
  formatTime,
  pageTitle,
  plural,
  sentenceOf,
  shorten,
} from './format.ts';
export { labelOf } from './label.ts';
export { nameOf } from './actor.ts';
export { Ago } from './time.tsx';
export { useNow } from './use-now.ts';
