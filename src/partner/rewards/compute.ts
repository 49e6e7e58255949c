import { Decimal } from '../../kernel/index.ts';
import type { Formula } from '../facts/kinds/index.ts';

/** The fields of an order that its reward depends on. */
export interface OrderFact {
  readonly closed_at: Date;
  readonly symbol: string;
  readonly volume_lots: Decimal;
  readonly volume_mln_usd: Decimal;
  readonly open_spread: Decimal | null;
  readonly point_value_usd: Decimal | null;
  readonly contract_commission_usd: Decimal | null;
  readonly close_by: boolean | null;
  readonly open_commission_usd: Decimal | null;
  readonly open_spread_revenue_usd: Decimal | null;
  readonly equity_usd: Decimal | null;
  readonly credit_usd: Decimal | null;
  readonly carried_reward_usd: Decimal | null;
}

/** Days are `YYYY-MM-DD`. */
export interface TariffFact {
  readonly partner_uid: string;
  readonly account_type: string;
  readonly symbol: string;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly formula_code: Formula;
  readonly reward_size: Decimal | null;
  readonly reward_size_currency: string | null;
  readonly rate_per_million: Decimal | null;
  readonly reward_percentage: Decimal | null;
  readonly reward_k: Decimal | null;
  readonly level: number;
  readonly second_level_percent: Decimal | null;
}

export interface SuspensionFact {
  readonly partner_uid: string;
  readonly suspended_from: string;
  readonly suspended_to: string | null;
}

export interface RateFact {
  readonly currency: string;
  readonly rate_date: string;
  readonly per_usd: Decimal;
}

/** Decimals of an amount of money: every amount is rounded to them once, at the end, half away from zero. */
export const MONEY_SCALE = 8;
/** Decimals of a coefficient as shown. Computation uses the exact fraction. */
const SHOWN_SCALE = 18;

export const ONE: Decimal = Decimal.of(1n);
/** Every partner, account type or symbol. */
export const ANY = '*';

/** A quotient, because its decimal value may have no end. */
export class Fraction {
  readonly over: Decimal;
  readonly under: Decimal;

  constructor(over: Decimal, under: Decimal = ONE) {
    this.over = over;
    this.under = under;
  }

  times({ over, under }: Fraction): Fraction {
    return new Fraction(this.over.times(over), this.under.times(under));
  }

  get money(): Decimal {
    return this.over.dividedBy(this.under, MONEY_SCALE, 'half-away');
  }

  get shown(): Decimal {
    return this.over.dividedBy(this.under, SHOWN_SCALE, 'half-away').trim();
  }
}

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

interface TariffScope {
  readonly partner_uid: string;
  readonly account_type: string;
  readonly symbol: string;
  readonly day: string;
}

/** The tariffs in force on a day, the most specific one first and, of equally specific ones, the latest. */
export function rankTariffs(
  tariffs: readonly TariffFact[],
  { day, ...wanted }: TariffScope,
): readonly TariffFact[] {
  const names = ['partner_uid', 'account_type', 'symbol'] as const;
  const rank = (tariff: TariffFact): string =>
    `${names.map((name) => (tariff[name] === ANY ? 0 : 1)).join('')} ${tariff.valid_from}`;
  return tariffs
    .filter((tariff) => names.every((name) => tariff[name] === ANY || tariff[name] === wanted[name]))
    .filter(({ valid_from, valid_to }) => valid_from <= day && (valid_to === null || day <= valid_to))
    .toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1));
}

/** What one USD is worth in a currency: the rate of that day or, where it has none, of the last day before it. */
export function pickRate(rates: readonly RateFact[], currency: string, day: string): RateFact | undefined {
  if (currency === 'USD') return { currency, rate_date: day, per_usd: ONE };
  return rates
    .filter((rate) => rate.currency === currency && rate.rate_date <= day)
    .toSorted((a, b) => (a.rate_date < b.rate_date ? 1 : -1))[0];
}
