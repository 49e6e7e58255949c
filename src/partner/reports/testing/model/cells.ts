import { Decimal } from '../../../../kernel/index.ts';
import type { Facts } from '../../../facts/handle/index.ts';

/*
 * Every report once more, from plain rows by plain loops: slow, and with nothing in common with the engine. Whose a
 * row is follows from links and accounts here, not from the numbers that the store keeps beside it.
 */

export class Ratio {
  readonly over: Decimal;
  readonly under: Decimal;
  readonly shape: 'fraction' | 'percent' | 'whole percent';

  constructor(over: Decimal, under: Decimal, shape: Ratio['shape'] = 'fraction') {
    this.over = over;
    this.under = under;
    this.shape = shape;
  }

  get shown(): Cell {
    if (this.under.isZero) return null;
    if (this.shape === 'fraction') return this.over.dividedBy(this.under, 6, 'half-away');
    const hundredfold = this.over.times(Decimal.of(100n));
    if (this.shape === 'whole percent') return hundredfold.dividedBy(this.under, 0, 'half-away');
    return hundredfold.dividedBy(this.under, 2, 'half-away').toString();
  }
}

export type Cell =
  | string
  | number
  | boolean
  | null
  | Decimal
  | Date
  | Ratio
  | Cell[]
  | { [name: string]: Cell };
export type ModelRow = Record<string, Cell>;
export type Query = Readonly<Record<string, unknown>>;

export type Raw = Readonly<Record<string, Cell>>;
export type Tables = Readonly<Record<string, readonly Raw[]>>;

const TABLES =
  `partners partner_accounts campaigns links impressions clicks spend installs clients client_accounts kyc
  deposits shares fraud_labels orders tier_changes tier_levels credited_rewards progress_rewards
  progress_reward_details account_names`.split(/\s+/);

export async function readTables({ database }: Facts): Promise<Tables> {
  const read = TABLES.map(
    async (table) => [table, await database.query<Raw>(`select * from ${table}`)] as const,
  );
  return Object.fromEntries(await Promise.all(read));
}

export const day = (moment: Cell | undefined): string =>
  moment instanceof Date ? moment.toISOString().slice(0, 10) : (moment as string);
export const text = (value: Cell | undefined): string => (value ?? '') as string;
export const number = (value: Cell | undefined): Decimal =>
  value instanceof Decimal ? value : Decimal.of(BigInt((value ?? 0) as number));
export const sum = (values: readonly (Cell | undefined)[]): Decimal =>
  values.reduce<Decimal>((total, value) => total.plus(number(value)), Decimal.ZERO);
export const count = (rows: readonly unknown[]): number => rows.length;
export const distinct = (values: readonly (Cell | undefined)[]): string[] =>
  [...new Set(values.map(text))].toSorted((a, b) => (a < b ? -1 : 1));

export function groupInto<T>(values: readonly T[], keyOf: (value: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const value of values) {
    const key = keyOf(value);
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return groups;
}
