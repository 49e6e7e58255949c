export { formatClock, formatList, formatRemaining, formatTime, plural, sentenceOf } from './format.ts';
export { Ago } from './time.tsx';
export { useNow } from './use-now.ts';
