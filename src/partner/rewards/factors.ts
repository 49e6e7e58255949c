import { Decimal } from '../../kernel/index.ts';
import {
  Fraction,
  ONE,
  type OrderFact,
  type RateFact,
  type SuspensionFact,
  type TariffFact,
} from './compute.ts';

/** Where the value of a factor comes from: a field of a fact, and for a rate the day it is from. */
export interface Source {
  readonly fact: string;
  readonly field: string;
  readonly day: string | null;
}

/** `numerator ÷ denominator`. Without a numerator the value is missing. */
export interface Factor {
  readonly name: string;
  readonly numerator: Decimal | null;
  readonly denominator: Decimal;
  readonly unit: string;
  readonly source: Source;
}

const HUNDRED = Decimal.of(100n);

export const factor = (
  name: string,
  numerator: Decimal | null,
  unit: string,
  fact: string,
  {
    denominator = ONE,
    day = null,
    field = name,
  }: { denominator?: Decimal; day?: string | null; field?: string } = {},
): Factor => ({ name, numerator, denominator, unit, source: { fact, field, day } });

export const percentFactor = (name: string, percent: Decimal | null, fact: string, field = name): Factor =>
  factor(name, percent, 'percent', fact, { denominator: HUNDRED, field });

/** From USD to a currency. */
export const rateFactor = (currency: string, rate: RateFact | undefined): Factor =>
  factor('exchange_rate', rate?.per_usd ?? null, `${currency}/USD`, 'rates', {
    field: 'per_usd',
    day: rate?.rate_date ?? null,
  });

/** Nothing is earned while a partner is suspended. */
export const suspendedFactor = ({ suspended_from }: SuspensionFact): Factor =>
  factor('partner_suspended', Decimal.ZERO, 'coefficient', 'suspensions', {
    field: 'suspended_from',
    day: suspended_from,
  });

/** The factors of the first-level reward in USD. */
export function rewardFactors(
  order: OrderFact,
  tariff: TariffFact | undefined,
  rateOf: (currency: string) => RateFact | undefined,
  suspension?: SuspensionFact,
): readonly Factor[] {
  if (suspension) return [suspendedFactor(suspension)];
  if (!tariff) {
    return [factor('carried_reward_usd', order.carried_reward_usd ?? Decimal.ZERO, 'USD', 'orders')];
  }
  return [...formulaFactors(order, tariff, rateOf), bonusFactor(order)];
}

function formulaFactors(
  order: OrderFact,
  tariff: TariffFact,
  rateOf: (currency: string) => RateFact | undefined,
): readonly Factor[] {
  const lots = factor('volume_lots', order.volume_lots, 'lots', 'orders');
  switch (tariff.formula_code) {
    case 'formula_forex': {
      const currency = tariff.reward_size_currency ?? 'USD';
      const size = factor('reward_size', tariff.reward_size, `${currency}/lot`, 'tariffs');
      const toUsd = currency === 'USD' ? [] : [sizeRateFactor(currency, rateOf(currency))];
      return [size, ...toUsd, lots, closeByFactor(order)];
    }
    case 'formula_classic':
    case 'formula_ecn':
      return [
        factor('rate_per_million', tariff.rate_per_million, 'USD/million USD', 'tariffs'),
        factor('volume_mln_usd', order.volume_mln_usd, 'million USD', 'orders'),
      ];
    case 'formula_classic_v2':
      return [
        percentFactor('reward_percentage', tariff.reward_percentage, 'tariffs'),
        factor('open_spread', order.open_spread, 'points', 'orders'),
        factor('point_value_usd', order.point_value_usd, 'USD/point/lot', 'orders'),
        lots,
      ];
    case 'formula_cfd':
      return [
        factor('contract_commission_usd', order.contract_commission_usd, 'USD', 'orders'),
        percentFactor('reward_percentage', tariff.reward_percentage, 'tariffs'),
        factor('reward_k', tariff.reward_k, 'coefficient', 'tariffs'),
      ];
  }
}

/** From the currency of the reward size to USD. */
const sizeRateFactor = (currency: string, rate: RateFact | undefined): Factor =>
  factor('reward_size_rate', rate ? ONE : null, `USD/${currency}`, 'rates', {
    field: 'per_usd',
    denominator: rate?.per_usd ?? ONE,
    day: rate?.rate_date ?? null,
  });

/** (equity − credit) ÷ equity at closing; 1 if the order has no equity. */
export function bonusFactor({ equity_usd, credit_usd }: OrderFact): Factor {
  const [numerator, denominator] =
    equity_usd && credit_usd ? [equity_usd.minus(credit_usd), equity_usd] : [ONE, ONE];
  return factor('bonus_k', numerator, 'coefficient', 'orders', { denominator, field: 'equity_usd' });
}

/** Open commission ÷ open spread revenue for an order that an opposite one closed, else 1. */
export function closeByFactor(order: OrderFact): Factor {
  const { close_by, open_commission_usd, open_spread_revenue_usd } = order;
  const [numerator, denominator] =
    close_by && open_commission_usd && open_spread_revenue_usd
      ? [open_commission_usd, open_spread_revenue_usd]
      : [ONE, ONE];
  return factor('close_by_coef', numerator, 'coefficient', 'orders', {
    denominator,
    field: 'open_commission_usd',
  });
}

export const fractionOf = ({ numerator, denominator }: Factor): Fraction | undefined =>
  numerator === null ? undefined : new Fraction(numerator, denominator);

/** Undefined while a value is missing. */
export function productOf(factors: readonly Factor[]): Fraction | undefined {
  return factors.reduce<Fraction | undefined>((product, each) => {
    const fraction = fractionOf(each);
    return product && fraction && product.times(fraction);
  }, new Fraction(ONE));
}
