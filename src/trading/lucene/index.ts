/**
 * The filter language of the lists and exports: Apache Lucene's classic query syntax over fields that are not
 * cut into words. `parse` reads and checks a filter, `lower` makes one SQL condition of it. The condition may
 * call the function `lucene_within`, which a migration creates.
 */
export { defineFields, type Field, type Fields } from './fields.ts';
export { lower, type Condition } from './lower.ts';
export { FILTER_LIMITS } from './limits.ts';
export { parse, type Parsed } from './parse.ts';
export { print } from './print.ts';
export { readFilter } from './read.ts';
export type { Diagnostic, Query } from './query.ts';
