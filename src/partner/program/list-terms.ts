import type { Static } from 'typebox';
import type { Parameter } from '../../platform/duckdb/index.ts';
import { kindNamed } from '../facts/kinds/index.ts';
import { SENT_IN } from '../facts/store/index.ts';
import { shownColumns } from '../facts/reading/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import type { TARIFFS_QUERY, Terms, TIER_CHANGES_QUERY, TIER_LEVELS_QUERY } from './terms-schema.ts';

interface Listing {
  readonly kind: string;
  /** By column; undefined ones do not narrow. */
  readonly equals: Readonly<Record<string, string | number | undefined>>;
  /** A further condition over the row, with `$1` for a day; none without the day. */
  readonly onDay?: { readonly day: string | undefined; readonly condition: string };
  /** The state of a row, with `today` for the day of the question. */
  readonly state: (today: string) => string;
  readonly order: string;
  readonly limit: number;
  readonly offset: number;
}

/** One page of the tariffs, those of every partner first, each followed by what it replaced. */
export const listTariffs = (
  context: FactsContext,
  { limit = 100, offset = 0, day, ...equals }: Static<typeof TARIFFS_QUERY>,
): Promise<Terms> =>
  listTerms(context, {
    kind: 'tariffs',
    equals,
    onDay: {
      day,
      condition: 'valid_from <= cast($1 as date) and (valid_to is null or valid_to >= cast($1 as date))',
    },
    state: (today) =>
      `case when valid_from > ${today} then 'future' when valid_to < ${today} then 'past' else 'present' end`,
    order: 'partner_uid, account_type, symbol, valid_from desc',
    limit,
    offset,
  });

/** One page of the tier changes, the latest payment first. */
export const listTierChanges = (
  context: FactsContext,
  { limit = 100, offset = 0, ...equals }: Static<typeof TIER_CHANGES_QUERY>,
): Promise<Terms> =>
  listTerms(context, {
    kind: 'tier-changes',
    equals,
    state: (today) =>
      `case when payment_date::date > ${today} then 'future' when payment_date::date < ${today} then 'past'
        else 'present' end`,
    order: 'tier_changes.payment_date desc, compensation_id',
    limit,
    offset,
  });

/** One page of the levels of tiers, each followed by what it replaced. */
export const listTierLevels = (
  context: FactsContext,
  { limit = 100, offset = 0, ...equals }: Static<typeof TIER_LEVELS_QUERY>,
): Promise<Terms> =>
  listTerms(context, {
    kind: 'tier-levels',
    equals,
    state: (today) =>
      `case when valid_from > ${today} then 'future'
        when valid_from < (
          select max(other.valid_from) from tier_levels other
          where other.tier_group_id = tier_levels.tier_group_id and other.valid_from <= ${today}
        ) then 'past' else 'present' end`,
    order: 'tier_group_id, valid_from desc',
    limit,
    offset,
  });

type Fact = Terms['rows'][number]['fact'];

async function listTerms(
  { facts: { database }, clock, signal }: FactsContext,
  { kind: name, equals, onDay, state, order, limit, offset }: Listing,
): Promise<Terms> {
  const kind = kindNamed(name);
  const values: Parameter[] = onDay?.day === undefined ? [] : [onDay.day];
  const conditions = onDay?.day === undefined ? [] : [onDay.condition];
  for (const [column, value] of Object.entries(equals))
    if (value !== undefined) conditions.push(`${column} = $${values.push(value)}`);
  const from = `from ${name.replaceAll('-', '_')} where ${conditions.join(' and ') || 'true'}`;
  const today = `date '${clock.now().toISOString().slice(0, 10)}'`;
  return database.snapshot(async (session) => {
    const [counted] = await session.query<{ count: number }>(`select count(*) as count ${from}`, values);
    const found = await session.query<Fact & { state: 'past'; sent_in: number | null }>(
      `select ${shownColumns(kind).join(', ')}, ${state(today)} as state, ${SENT_IN}
        ${from} order by ${order} limit ${limit} offset ${offset}`,
      values,
      { signal },
    );
    const rows = found.map(({ state: now, [SENT_IN]: batch, ...fact }) => ({ fact, state: now, batch }));
    return { rows, count: counted?.count ?? 0 };
  }, signal);
}
