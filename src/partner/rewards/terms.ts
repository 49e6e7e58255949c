import type { Parameter } from '../../platform/duckdb/index.ts';
import {
  ANY,
  pickRate,
  rankTariffs,
  type RateFact,
  type SuspensionFact,
  type TariffFact,
} from './compute.ts';
import { FIND_RATES, FIND_SUSPENSION, FIND_TARIFFS } from './store.ts';

/** Reads from one state of the facts. */
export type Read = <T extends object>(sql: string, parameters: readonly Parameter[]) => Promise<T[]>;

interface TariffScope {
  readonly partner_uid: string;
  readonly account_type: string;
  readonly symbol: string;
  readonly day: string;
}

/** A tariff and why it applies rather than others. */
export interface TariffChoice {
  readonly tariff: TariffFact;
  /** What it names rather than leaves open. */
  readonly names: readonly ('partner_uid' | 'account_type' | 'symbol')[];
  /** The tariffs that were in force too and gave way. */
  readonly others: number;
}

export async function findTariff(read: Read, scope: TariffScope): Promise<TariffChoice | undefined> {
  const { partner_uid, account_type, symbol } = scope;
  const tariffs = await read<TariffFact>(FIND_TARIFFS, [partner_uid, account_type, symbol]);
  const [tariff, ...others] = rankTariffs(tariffs, scope);
  if (!tariff) return undefined;
  const names = (['partner_uid', 'account_type', 'symbol'] as const).filter((name) => tariff[name] !== ANY);
  return { tariff, names, others: others.length };
}

export async function findRate(read: Read, currency: string, day: string): Promise<RateFact | undefined> {
  const rates = await read<RateFact>(FIND_RATES, [currency, currency, day]);
  return pickRate(rates, currency, day);
}

export async function findSuspension(
  read: Read,
  partnerUid: string,
  day: string,
): Promise<SuspensionFact | undefined> {
  const [found] = await read<SuspensionFact>(FIND_SUSPENSION, [partnerUid, day]);
  return found;
}
