export {
  formatClock,
  formatDay,
  formatDayOf,
  formatInteger,
  formatList,
  formatMonth,
  formatRemaining,
  formatSpan,
  formatTick,
  formatTime,
  pageTitle,
  plural,
  sentenceOf,
  shorten,
} from './format.ts';
export { Country, countryName } from './country.tsx';
export { dayAt, endOfDay, startOfDay } from './days.ts';
export { LANGUAGE, MARKS } from './language.ts';
export { labelOf } from './label.ts';
export { nameOf } from './actor.ts';
export { Ago } from './time.tsx';
export type { Translation } from './translation.ts';
export { useNow } from './use-now.ts';
export { personZone, setPersonZone, UTC } from './zone.ts';
