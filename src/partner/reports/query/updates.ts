import { Type } from 'typebox';
import type { Since } from '../../facts/log/index.ts';
import type { Scope } from './declare.ts';

export const UPDATED_SINCE = Type.String({
  format: 'date-time',
  description:
    'Only rows that may have changed after this time; pass the `X-As-Of` of the last answer. It never leaves out a row ' +
    'that changed, but may include others. Withdrawn facts leave no row.',
  examples: ['2024-06-01T12:00:00.000Z'],
});

/** The column by which rows are filtered when `updated_since` is given. */
export const IS_UPDATED = 'is_updated';

/** An aggregate: whether a row meets a condition. Not every engine knows `bool_or`. */
const anyOf = (condition: string): string => `max(case when ${condition} then 1 else 0 end) = 1`;

const beside = (condition: string): string => `, ${condition} as ${IS_UPDATED}`;

/** Facts of a store from an older version do not say when they were sent. */
const isSent = ({ bind }: Scope, { batch }: Since, alias: string): string =>
  `coalesce(${alias}.sent_in > ${bind(batch)}, true)`;

/** A new rate counts for all orders from its day on. Without any there is no day, which not every engine says of `min`. */
const isOrderUpdated = (scope: Scope, since: Since, alias: string): string =>
  `${isSent(scope, since, alias)} or coalesce(${alias}.closed_at >= (
    select min(rate_date) from ${scope.from('rates')} where sent_in > ${scope.bind(since.batch)}
    having count(*) > 0), false)`;

/* What a select has beside its other columns, if `updated_since` is given. */

/** For one order and the facts it is shown with. */
export function orderUpdated(scope: Scope, order: string, ...others: readonly string[]): string {
  const { since } = scope.ask;
  if (!since) return '';
  if (since.hasNewTerms) return beside('true');
  const sent = others.map((alias) => isSent(scope, since, alias));
  return beside(`(${[isOrderUpdated(scope, since, order), ...sent].join(' or ')})`);
}

/** For facts and sums over other facts, which have `is_updated` themselves. A replaced fact may leave a sum. */
export function sumsUpdated(scope: Scope, facts: readonly string[], sums: readonly string[]): string {
  const { since } = scope.ask;
  if (!since) return '';
  if (since.hasNewTerms || since.hasReplaced) return beside('true');
  const changed = sums.map((alias) => `coalesce(${alias}.${IS_UPDATED}, false)`);
  return beside(`(${[...facts.map((alias) => isSent(scope, since, alias)), ...changed].join(' or ')})`);
}

/** For a sum over facts. */
export const anySent = (scope: Scope, alias: string): string =>
  scope.ask.since ? beside(anyOf(isSent(scope, scope.ask.since, alias))) : '';

/** For a sum over orders. */
export const anyOrderUpdated = (scope: Scope, alias: string): string =>
  scope.ask.since ? beside(anyOf(isOrderUpdated(scope, scope.ask.since, alias))) : '';
