import type { Field } from './fields.ts';
import type { Bound, Query } from './query.ts';

interface Instants {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/** Of what the query selects: that whose time is between both instants, or at one of them. */
export function within(query: Query, field: Field, { from, to }: Instants): Query {
  if (!from && !to) return query;
  const range: Query = { kind: 'range', field, lower: bound(from), upper: bound(to) };
  return {
    kind: 'boolean',
    clauses: [
      { occur: 'must', query },
      { occur: 'must', query: range },
    ],
  };
}

const bound = (time: Date | undefined): Bound | undefined =>
  time && { text: time.toISOString(), inclusive: true };
