import type { CreditedKind } from '../crediting/index.ts';
import { partnerOf } from '../requests/index.ts';
import type { ExplainedRow, RewardDay } from './list-schema.ts';
import type { Page } from './schema.ts';
import { COUNT_ROWS, LIST_DAYS, LIST_ROWS } from './store.ts';
import type { FactsContext } from '../facts/handle/index.ts';

interface Days {
  readonly date_from?: string;
  readonly date_to?: string;
}

interface Wanted extends Days {
  readonly subpartner_uid?: string;
  readonly kind?: CreditedKind;
}

/** The rows of payouts, each with what it is. */
export function listRows(
  { actor, signal, facts }: FactsContext,
  { date_from, date_to, subpartner_uid, kind, limit, offset }: Wanted & Page,
): Promise<{ count: number; rows: ExplainedRow[] }> {
  const parameters = [
    partnerOf(actor),
    date_from ?? null,
    date_to ?? null,
    subpartner_uid ?? null,
    kind ?? null,
  ];
  return facts.database.snapshot(async (session) => {
    const [counted] = await session.query<{ count: number }>(COUNT_ROWS, parameters, { signal });
    const rows = await session.query<ExplainedRow>(LIST_ROWS, [...parameters, limit, offset], { signal });
    return {
      count: counted?.count ?? 0,
      rows: rows.map((row) => ({
        ...row,
        volume_lots: row.volume_lots.trim(),
        reward: row.reward.trim(),
        reward_usd: row.reward_usd.trim(),
      })),
    };
  }, signal);
}

/** What was credited for each day, by what it is. */
export async function listDays(
  { actor, signal, facts }: FactsContext,
  { date_from, date_to }: Days,
): Promise<{ days: RewardDay[] }> {
  const parameters = [partnerOf(actor), date_from ?? null, date_to ?? null];
  const days = await facts.database.query<RewardDay>(LIST_DAYS, parameters, { signal });
  return {
    days: days.map((day) => ({
      reward_date: day.reward_date,
      reward_usd: day.reward_usd.trim(),
      second_level_reward_usd: day.second_level_reward_usd.trim(),
      progress_reward_usd: day.progress_reward_usd.trim(),
      commission_usd: day.commission_usd.trim(),
      commission_paid_usd: day.commission_paid_usd.trim(),
      adjustment_usd: day.adjustment_usd.trim(),
      credited_usd: day.credited_usd.trim(),
    })),
  };
}
