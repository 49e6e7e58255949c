import type { Db } from '../../platform/postgres/index.ts';
import { selectPayouts, type PayoutKind } from './store.ts';

/** A payout that was made. */
export interface MadePayout {
  readonly number: number;
  readonly kind: PayoutKind;
  readonly first_day: string;
  readonly last_day: string;
  /** The batches that changed its days since they were credited, newest first. */
  readonly causes: readonly number[];
  readonly created_at: Date;
}

/** The payouts with these numbers, by number. */
export async function readPayouts(db: Db, numbers: readonly number[]): Promise<Map<number, MadePayout>> {
  const rows = await selectPayouts(db, [...new Set(numbers)].map(String)).execute();
  return new Map(rows.map((row) => [row.number, row]));
}
