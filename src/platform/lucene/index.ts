/**
 * The filter language of lists and exports: Apache Lucene's classic query syntax over fields that are not tokenized.
 * `parse` parses and checks a filter, `lower` translates it to one SQL condition, which may call the function
 * `lucene_within` of the migrations.
 */
export { defineFields, type Field, type Fields } from './fields.ts';
export { lower, type Condition } from './lower.ts';
export { filterOptions } from './limits.ts';
export { parse } from './parse.ts';
export { print } from './print.ts';
export { readFilter } from './read.ts';
export { within } from './within.ts';
export type { Diagnostic, Query } from './query.ts';
