import { Decimal, Problem } from '../../kernel/index.ts';
import type { Parameter } from '../../platform/duckdb/index.ts';
import type { Formula } from '../facts/kinds/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { isTicket, partnerOf, refuseAmbiguous } from '../requests/index.ts';
import {
  dayOf,
  Fraction,
  ONE,
  pickRate,
  rankTariffs,
  type OrderFact,
  type RateFact,
  type TariffFact,
} from './compute.ts';
import {
  bonusFactor,
  closeByFactor,
  fractionOf,
  productOf,
  rateFactor,
  rewardFactors,
  type Factor,
} from './factors.ts';
import { FIND_ORDER, FIND_RATES, FIND_SERVERS, FIND_TARIFFS } from './store.ts';
import { findSuspension } from './terms.ts';

export interface OrderNumber {
  readonly server: string;
  /** Its digits, at most 16. */
  readonly ticket: string;
}

interface OrderDetail {
  readonly order_id: string;
  readonly symbol: string;
  readonly formula_code: Formula;
  /** Of the partner account, and so of `reward`. */
  readonly currency: string;
  readonly client_account_type: string;
  readonly volume_lots: Decimal;
  readonly volume_mln_usd: Decimal;
  readonly reward_usd: Decimal | null;
  readonly reward: Decimal | null;
  readonly open_spread: Decimal | null;
  readonly close_spread: Decimal | null;
  readonly bonus_k: Decimal;
  readonly open_date: Date;
  readonly close_date: Date;
}

export interface ForexDetail extends OrderDetail {
  readonly base_currency: string;
  readonly reward_size_currency: string;
  readonly close_by_coef: string;
  readonly reward_size: Decimal | null;
  readonly level: number;
}

export interface CfdDetail extends OrderDetail {
  readonly reward_percentage: Decimal | null;
  readonly contract_commission_usd: Decimal | null;
  readonly reward_k: Decimal | null;
}

interface StoredOrder extends OrderFact {
  readonly base_currency: string | null;
  readonly opened_at: Date;
  readonly close_spread: Decimal | null;
  readonly partner_uid: string;
  readonly account_type: string;
  readonly trial: boolean;
  readonly currency: string;
}

export function toNumber(orderId: string): OrderNumber {
  const colon = orderId.indexOf(':');
  return { server: orderId.slice(0, colon), ticket: orderId.slice(colon + 1) };
}

/** The order of an id, or of a ticket that only one server has among the orders of the partner. */
export async function findNumber(context: FactsContext, id: string): Promise<OrderNumber> {
  if (!isTicket(id)) return toNumber(id);
  const { actor, facts, signal } = context;
  const found = await facts.database.query<{ server: string }>(FIND_SERVERS, [id, partnerOf(actor)], {
    signal,
  });
  refuseAmbiguous(found.map(({ server }) => orderId({ server, ticket: id })));
  const [only] = found;
  if (!only) throw new Problem('not_found', `There is no order ${id}.`);
  return { server: only.server, ticket: id };
}

/** Why an order of the per-lot formula earned what it did. */
export async function explainForex(context: FactsContext, number: OrderNumber): Promise<ForexDetail> {
  const { order, tariff, reward_usd, reward } = await explain(context, number, 'formula_forex');
  return trimmed({
    order_id: orderId(number),
    symbol: order.symbol,
    formula_code: tariff.formula_code,
    currency: order.currency,
    base_currency: order.base_currency ?? '',
    client_account_type: order.account_type,
    reward_size_currency: tariff.reward_size_currency ?? '',
    close_by_coef: shownOf(closeByFactor(order)).toString(),
    volume_lots: order.volume_lots,
    volume_mln_usd: order.volume_mln_usd,
    reward_usd,
    reward,
    open_spread: order.open_spread,
    close_spread: order.close_spread,
    bonus_k: shownOf(bonusFactor(order)),
    reward_size: tariff.reward_size,
    open_date: order.opened_at,
    close_date: order.closed_at,
    level: tariff.level,
  });
}

/** Why an order of the CFD formula earned what it did. */
export async function explainCfd(context: FactsContext, number: OrderNumber): Promise<CfdDetail> {
  const { order, tariff, reward_usd, reward } = await explain(context, number, 'formula_cfd');
  return trimmed({
    order_id: orderId(number),
    symbol: order.symbol,
    formula_code: tariff.formula_code,
    currency: order.currency,
    client_account_type: order.account_type,
    volume_lots: order.volume_lots,
    volume_mln_usd: order.volume_mln_usd,
    reward_usd,
    reward,
    open_spread: order.open_spread,
    close_spread: order.close_spread,
    reward_percentage: tariff.reward_percentage,
    contract_commission_usd: order.contract_commission_usd,
    bonus_k: shownOf(bonusFactor(order)),
    reward_k: tariff.reward_k,
    open_date: order.opened_at,
    close_date: order.closed_at,
  });
}

/** Its decimals without zeros at the end, as everywhere in the service. */
const trimmed = <Detail extends object>(detail: Detail): Detail =>
  Object.fromEntries(
    Object.entries(detail).map(([name, value]) => [name, value instanceof Decimal ? value.trim() : value]),
  ) as Detail;

/** A coefficient as shown. */
const shownOf = (coefficient: Factor): Decimal => (fractionOf(coefficient) ?? new Fraction(ONE)).shown;

const orderId = ({ server, ticket }: OrderNumber): string => `${server}:${ticket}`;

async function explain({ actor, facts, signal }: FactsContext, number: OrderNumber, formula: Formula) {
  const { server, ticket } = number;
  const read = <T extends object>(sql: string, parameters: readonly Parameter[]) =>
    facts.database.query<T>(sql, parameters, { signal });
  const [order] = await read<StoredOrder>(FIND_ORDER, [server, ticket, partnerOf(actor)]);
  if (!order) throw new Problem('not_found', `There is no order ${orderId(number)}.`);

  const { partner_uid, account_type, symbol, currency } = order;
  const day = dayOf(order.closed_at);
  const suspension = await findSuspension(read, partner_uid, day);
  const tariffs =
    order.trial || suspension
      ? []
      : await read<TariffFact>(FIND_TARIFFS, [partner_uid, account_type, symbol]);
  const [tariff] = rankTariffs(tariffs, { partner_uid, account_type, symbol, day });
  if (tariff?.formula_code !== formula) {
    const none = suspension
      ? `earns nothing, because the partner is suspended since ${suspension.suspended_from}`
      : 'has no formula';
    const has = tariff ? `is rewarded by ${tariff.formula_code}, not by ${formula}` : none;
    throw new Problem('not_found', `Order ${orderId(number)} ${has}.`);
  }
  const rates = await read<RateFact>(FIND_RATES, [currency, tariff.reward_size_currency, day]);
  const rateOf = (of: string) => pickRate(rates, of, day);
  const factors = rewardFactors(order, tariff, rateOf);
  return {
    order,
    tariff,
    reward_usd: productOf(factors)?.money ?? null,
    reward: productOf([...factors, rateFactor(currency, rateOf(currency))])?.money ?? null,
  };
}
