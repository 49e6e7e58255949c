import { types, type CustomTypesConfig } from 'pg';

const TEXT_ARRAY = 1009;
const DATE_ARRAY = 1182;
const NUMERIC_ARRAY = 1231;

const { DATE, TIMESTAMPTZ } = types.builtins;
const toDate = (text: string): Date => new Date(text);
const toTexts = types.getTypeParser(TEXT_ARRAY as number) as (text: string) => unknown;

const PARSERS: Record<number, (text: string) => unknown> = {
  // By default pg takes a date for midnight of the local time zone.
  [DATE]: toDate,
  [TIMESTAMPTZ]: toDate,
  [DATE_ARRAY]: toTexts,
  // By default pg makes floats of them.
  [NUMERIC_ARRAY]: toTexts,
};

/** How values of the database come to JavaScript: decimals and 64-bit integers as text, times as dates in UTC. */
export const TYPES: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text'): unknown =>
    PARSERS[oid] ?? types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};
