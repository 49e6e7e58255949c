import { Decimal } from '../../kernel/index.ts';
import type { TierMeasure } from '../facts/kinds/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { readOwn, type ReadOwn, type Visible } from '../reports/index.ts';
import type { TierProgress } from './schema.ts';

/** Over the orders of the window. */
const REACHED: Readonly<Record<TierMeasure, string>> = {
  volume_mln_usd: 'coalesce(sum(volume_mln_usd), 0)',
  volume_lots: 'coalesce(sum(volume_lots), 0)',
  active_clients: 'count(distinct client_no)',
  reward_usd: 'coalesce(sum(reward_usd), 0)',
};

const DAY_MS = 86_400_000;
/** Below all tiers. */
const NO_TIER = -1;

/** The tier of the partner, and what is missing for the next one. */
export const showTier = (context: FactsContext): Promise<TierProgress> =>
  readOwn(context, async (read) => {
    const now = context.clock.now();
    const risen = await findRise(read, now);
    const present = risen?.tier_group_id ?? NO_TIER;
    const levels = await findLevels(read, present, dayOf(now));
    const name = levels.find(({ tier_group_id: id }) => id === present)?.name ?? null;
    const tier = risen ? { ...risen, name } : null;
    const level = levels.find(({ tier_group_id: id }) => id > present);
    if (!level) return { tier, next: null, reached: null, missing: null };
    const window_from = dayOf(new Date(now.getTime() - (level.window_days - 1) * DAY_MS));
    const next = { ...level, threshold: level.threshold.trim(), window_from, window_to: dayOf(now) };
    const reached = await measure(read, next);
    const missing = next.threshold.compare(reached) > 0 ? next.threshold.minus(reached).trim() : Decimal.ZERO;
    return { tier, next, reached, missing };
  });

const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

interface Rise {
  readonly tier_group_id: number;
  readonly since: Date;
}

async function findRise(read: ReadOwn, now: Date): Promise<Rise | undefined> {
  const [rise] = await read<Rise>(
    ({ from, bind }) => `
      select new_tier_group_id as tier_group_id, payment_date as since from ${from('tier_changes')}
      where payment_date <= ${bind(now)} order by payment_date desc, compensation_id desc limit 1`,
  );
  return rise;
}

type Level = Omit<NonNullable<TierProgress['next']>, 'window_from' | 'window_to'>;

/** The levels in force of a tier and of the next one above it. */
const findLevels = (read: ReadOwn, present: number, day: string): Promise<Level[]> =>
  read<Level>(
    ({ from, bind }) => `
      select l.tier_group_id as tier_group_id, l.name as name, l.measure as measure, l.threshold as threshold,
        l.window_days as window_days
      from ${from('tier_levels')} l
      join (
        select tier_group_id as tier, max(valid_from) as latest from ${from('tier_levels')}
        where valid_from <= ${asDate(day, bind)} group by tier_group_id
      ) f on f.tier = l.tier_group_id and f.latest = l.valid_from
      where l.tier_group_id >= ${bind(present)} order by l.tier_group_id limit 2`,
  );

async function measure(
  read: ReadOwn,
  { measure: name, window_from: first, window_to: last }: NonNullable<TierProgress['next']>,
): Promise<Decimal> {
  const [row] = await read<{ reached: Decimal | number }>(
    ({ from, bind }) => `
      select ${REACHED[name]} as reached from ${from('orders')}
      where trial is not true and closed_at >= ${asDate(first, bind)} and closed_at < ${asDate(last, bind)} + 1`,
  );
  if (!row) throw new Error('An aggregate has a row.');
  return row.reached instanceof Decimal ? row.reached.trim() : Decimal.of(BigInt(row.reached));
}

const asDate = (day: string, bind: Visible['bind']): string => `cast(${bind(day)} as date)`;
