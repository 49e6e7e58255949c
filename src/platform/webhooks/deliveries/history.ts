import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { getDestination } from '../destinations/index.ts';
import { selectHistory, type HistoryUnit } from './store.ts';

/** Days are those for which deliveries are kept. */
const SLOTS: Readonly<Record<HistoryUnit, { readonly ms: number; readonly count: number }>> = {
  hour: { ms: 3_600_000, count: 48 },
  day: { ms: 86_400_000, count: 30 },
};

interface HistoryInput {
  /** The destination. */
  readonly id: string;
  readonly by: HistoryUnit;
}

/** What became of the events of each of the last hours or days in UTC, oldest first, also of those without any. */
export async function historyOf(context: Context<Db>, { id, by }: HistoryInput) {
  await getDestination(context, { id });
  const { ms, count } = SLOTS[by];
  const last = Math.floor(context.clock.now().getTime() / ms) * ms;
  const slots = Array.from({ length: count }, (_, place) => new Date(last - (count - 1 - place) * ms));
  const rows = await selectHistory(context.db, id, by, slots[0] ?? new Date(last)).execute();
  const found = new Map(rows.map((row) => [row.slot.getTime(), row]));
  return slots.map((slot) => {
    const row = found.get(slot.getTime());
    return {
      from: slot.toISOString(),
      delivered: Number(row?.delivered ?? 0),
      pending: Number(row?.pending ?? 0),
      parked: Number(row?.parked ?? 0),
      failedAttempts: Number(row?.failed_attempts ?? 0),
    };
  });
}
