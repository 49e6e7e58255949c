import { Decimal } from '../../kernel/index.ts';
import type { Formula } from '../facts/index.ts';

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

export interface RateFact {
  readonly currency: string;
  readonly rate_date: string;
  readonly per_usd: Decimal;
}

/** Decimals of an amount of money: every amount is rounded to them once, at the end, half away from zero. */
const MONEY_SCALE = 8;
/** Decimals of a coefficient as shown. Computation uses the exact fraction. */
const SHOWN_SCALE = 18;

const ONE = Decimal.of(1n);
const HUNDREDTH = Decimal.of(1n, 2);
const ANY = '*';

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

/** The tariff for a day: the most specific one in force and, among equally specific ones, the latest. */
export function pickTariff(
  tariffs: readonly TariffFact[],
  scope: { partner_uid: string; account_type: string; symbol: string; day: string },
): TariffFact | undefined {
  const { day, ...wanted } = scope;
  const names = ['partner_uid', 'account_type', 'symbol'] as const;
  const rank = (tariff: TariffFact): string =>
    `${names.map((name) => (tariff[name] === ANY ? 0 : 1)).join('')} ${tariff.valid_from}`;
  return tariffs
    .filter((tariff) => names.every((name) => tariff[name] === ANY || tariff[name] === wanted[name]))
    .filter(({ valid_from, valid_to }) => valid_from <= day && (valid_to === null || day <= valid_to))
    .toSorted((a, b) => (rank(a) < rank(b) ? 1 : -1))[0];
}

/** Units of a currency for one USD: the rate of that day or, where it has none, of the last day before it. */
export function pickRate(rates: readonly RateFact[], currency: string, day: string): Decimal | undefined {
  if (currency === 'USD') return ONE;
  return rates
    .filter((rate) => rate.currency === currency && rate.rate_date <= day)
    .toSorted((a, b) => (a.rate_date < b.rate_date ? 1 : -1))[0]?.per_usd;
}

/** (equity − credit) ÷ equity at closing; 1 if the order has no equity. */
export function bonusOf({ equity_usd, credit_usd }: OrderFact): Fraction {
  return equity_usd && credit_usd
    ? new Fraction(equity_usd.minus(credit_usd), equity_usd)
    : new Fraction(ONE);
}

/** Open commission ÷ open spread revenue for an order that an opposite one closed, else 1. */
export function closeByOf(order: OrderFact): Fraction {
  const { close_by, open_commission_usd, open_spread_revenue_usd } = order;
  return close_by && open_commission_usd && open_spread_revenue_usd
    ? new Fraction(open_commission_usd, open_spread_revenue_usd)
    : new Fraction(ONE);
}

/** The exact reward in USD; undefined while a value that the formula needs is missing. */
export function exactReward(
  order: OrderFact,
  tariff: TariffFact | undefined,
  perUsd: (currency: string) => Decimal | undefined,
): Fraction | undefined {
  if (!tariff) return new Fraction(order.carried_reward_usd ?? Decimal.ZERO);
  const bonus = bonusOf(order);
  switch (tariff.formula_code) {
    case 'formula_forex': {
      const rate = perUsd(tariff.reward_size_currency ?? 'USD');
      const size = product(tariff.reward_size, order.volume_lots);
      return rate && size?.times(new Fraction(ONE, rate)).times(closeByOf(order)).times(bonus);
    }
    case 'formula_classic':
    case 'formula_ecn':
      return product(tariff.rate_per_million, order.volume_mln_usd)?.times(bonus);
    case 'formula_classic_v2':
      return product(
        tariff.reward_percentage,
        HUNDREDTH,
        order.open_spread,
        order.point_value_usd,
        order.volume_lots,
      )?.times(bonus);
    case 'formula_cfd':
      return product(
        order.contract_commission_usd,
        tariff.reward_percentage,
        HUNDREDTH,
        tariff.reward_k,
      )?.times(bonus);
  }
}

function product(...factors: readonly (Decimal | null)[]): Fraction | undefined {
  let value = ONE;
  for (const factor of factors) {
    if (factor === null) return undefined;
    value = value.times(factor);
  }
  return new Fraction(value);
}

export function inCurrency(usd: Fraction | undefined, perUsd: Decimal | undefined): Decimal | null {
  return usd && perUsd ? usd.times(new Fraction(perUsd)).money : null;
}

/** The parent's second-level reward. */
export function secondLevel(
  usd: Fraction | undefined,
  parentTariff: TariffFact | undefined,
): Fraction | undefined {
  const percent = parentTariff?.second_level_percent ?? Decimal.ZERO;
  return usd?.times(new Fraction(percent.times(HUNDREDTH)));
}
