import type { Static } from 'typebox';
import { Decimal } from '../../kernel/index.ts';
import type { Session } from '../../platform/duckdb/index.ts';
import { earnedOn, progressDue } from '../crediting/index.ts';
import { inList, withDraft } from '../facts/intake/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { EARNING_SOURCES, type EarningSource, type Preview, type PREVIEW_BODY } from './schema.ts';
import type { TIER_PREVIEW_BODY, TierPreview } from './terms-schema.ts';

interface Credited {
  readonly partner_uid: string;
  readonly usd: Decimal;
}

interface Earned extends Credited {
  readonly source: EarningSource;
}

const SCOPE = ['partner_uid', 'account_type', 'symbol'];

/** The latest of the drafts of each scope, from a day on. */
const inForceFrom = (first: string): string => `
  select distinct on (${SCOPE.join(', ')}) * replace (${first} as valid_from, null as valid_to)
  from batch order by ${SCOPE.join(', ')}, batch.valid_from desc`;

/**
 * What each partner would have earned in a month if draft tariffs had been in force for all of it, by the statements that
 * crediting uses.
 */
export async function previewTariffs(
  context: FactsContext,
  { month, tariffs }: Static<typeof PREVIEW_BODY>,
): Promise<Preview> {
  const { signal } = context;
  const first = `date '${month}-01'`;
  const isInMonth = `closed_at >= ${first} and closed_at < ${first} + interval 1 month`;
  const instead = { facts: inForceFrom(first), by: SCOPE };
  const draft = { kind: 'tariffs', rows: tariffs, placeOf: inList('tariffs'), derived: isInMonth, instead };
  return withDraft(context, draft, async (session, use) => {
    const days = await session.query<{ day: string; orders: number; trials: number }>(
      `select closed_at::date as day, count(*) filter (trial is not true) as orders,
          count(*) filter (trial) as trials
        from orders where ${isInMonth} group by day order by day`,
      [],
      { signal },
    );
    const credited = await session.query<Credited>(
      `select partner_uid, sum(reward_usd)::decimal(38, 8) as usd from credited_rewards
        where reward_date >= ${first} and reward_date < ${first} + interval 1 month
        group by partner_uid order by partner_uid`,
      [],
      { signal },
    );
    const read = () =>
      days.length === 0
        ? []
        : readEarned(
            session,
            days.map(({ day }) => day),
            signal,
          );
    const earned = await read();
    await use();
    const preview = await read();
    return {
      month,
      orders_count: days.reduce((sum, { orders }) => sum + orders, 0),
      trial_orders_count: days.reduce((sum, { trials }) => sum + trials, 0),
      credited_usd: total(credited),
      earned_usd: total(earned),
      preview_usd: total(preview),
      partners: compare(credited, earned, preview),
    };
  });
}

/** What each compensation of draft tier changes would be credited, by the statements that crediting uses. */
export async function previewTierChanges(
  context: FactsContext,
  { tier_changes }: Static<typeof TIER_PREVIEW_BODY>,
): Promise<TierPreview> {
  const { signal } = context;
  return withDraft(
    context,
    { kind: 'tier-changes', rows: tier_changes, placeOf: inList('tier_changes') },
    async (session, use) => {
      await use();
      const [last] = await session.query<{ day: string }>('select max(payment_date)::date as day from batch');
      await session.run(progressDue(last?.day ?? ''), { signal });
      const found = await session.query<Compensation>(COMPENSATIONS, [], { signal });
      const compensations = found.map((each) => ({ ...each, due_usd: each.due_usd.trim() }));
      const sum = found.reduce((total, { due_usd }) => total.plus(due_usd), Decimal.ZERO);
      return { due_usd: sum.trim(), compensations };
    },
  );
}

interface Compensation {
  readonly compensation_id: number;
  readonly partner_uid: string;
  readonly orders_count: number;
  readonly due_usd: Decimal;
}

const COMPENSATIONS = `
  select compensation_id, batch.partner_uid, count(due.order_id) as orders_count,
    coalesce(sum(progress_reward_amount_usd), 0)::decimal(38, 8) as due_usd
  from batch left join due using (compensation_id)
  group by compensation_id, batch.partner_uid order by compensation_id`;

const readEarned = (session: Session, days: readonly string[], signal: AbortSignal): Promise<Earned[]> =>
  session.query<Earned>(
    `select partner_uid, case when level = 2 then 'below' when agent_uid is null then 'clients' else 'shared' end as source,
        sum(reward_usd)::decimal(38, 8) as usd
      from (${earnedOn(days)}) group by partner_uid, source order by partner_uid, source`,
    [],
    { signal },
  );

const total = (rows: readonly Credited[]): Decimal =>
  rows.reduce((sum, { usd }) => sum.plus(usd), Decimal.ZERO).trim();

function compare(
  credited: readonly Credited[],
  earned: readonly Earned[],
  preview: readonly Earned[],
): Preview['partners'] {
  const [paid, now, draft] = [rowsBy(credited), rowsBy(earned), rowsBy(preview)];
  const partners = [...new Set([...credited, ...earned, ...preview].map(({ partner_uid }) => partner_uid))];
  return partners.toSorted().map((partner_uid) => {
    const [was, would] = [now(partner_uid), draft(partner_uid)];
    return {
      partner_uid,
      credited_usd: total(paid(partner_uid)),
      earned_usd: total(was),
      preview_usd: total(would),
      difference_usd: total(would).minus(total(was)).trim(),
      changed_sources: EARNING_SOURCES.filter(
        (source) => !total(was.filter(isFrom(source))).equals(total(would.filter(isFrom(source)))),
      ),
    };
  });
}

const isFrom =
  (source: EarningSource) =>
  (row: Earned): boolean =>
    row.source === source;

function rowsBy<R extends Credited>(rows: readonly R[]): (partner: string) => readonly R[] {
  const found = new Map<string, R[]>();
  for (const row of rows) found.set(row.partner_uid, [...(found.get(row.partner_uid) ?? []), row]);
  return (partner) => found.get(partner) ?? [];
}
