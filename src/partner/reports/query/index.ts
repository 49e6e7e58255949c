export type { Writing } from './bind.ts';
export { addDays, dayOf, isoWeek } from './calendar.ts';
export {
  compileCandidates,
  compileKnown,
  compileOwn,
  compilePage,
  compileRows,
  compileValues,
  ON_PAGE,
  TOTAL,
  type Query,
} from './compile.ts';
export type {
  Ask,
  Field,
  Fields,
  Grouping,
  Lookup,
  Period,
  PeriodRule,
  Report,
  Scope,
  Totals,
} from './declare.ts';
export {
  amount,
  date,
  datetime,
  decimalOf,
  flag,
  int,
  nullable,
  oneOf,
  percent,
  percentOf,
  quotient,
  quotientOrder,
  ratio,
  rounded,
  text,
  textOf,
  texts,
  wholePercentOf,
} from './fields.ts';
export {
  amounts,
  anyOf,
  anyOrNone,
  castDay,
  containing,
  day,
  days,
  fromDay,
  integer,
  onDay,
  option,
  toDay,
  type Filter,
} from './filters.ts';
export { listFilters, pick, PICKER, typeOf } from './pick.ts';
export {
  PROGRAM,
  TABLES,
  treeOf,
  VISIBLE,
  withShared,
  type Owner,
  type Reach,
  type Table,
  type Visible,
} from './reach.ts';
export { checkTogether, querySchema, readAsk } from './request.ts';
export { unitOf } from './units.ts';
export { anyOrderUpdated, anySent, orderUpdated, sumsUpdated } from './updates.ts';
