import { Decimal, Problem } from '../../kernel/index.ts';
import { partnerOf } from '../requests/index.ts';
import {
  calculate,
  calculateRounded,
  dayOf,
  factor,
  findRate,
  findSuspension,
  findTariff,
  percentFactor,
  rateFactor,
  rewardFactors,
  suspendedFactor,
  unexplained,
  type Calculation,
  type Factor,
  type OrderFact,
  type OrderNumber,
  type Read,
  type SuspensionFact,
  type TariffChoice,
} from '../rewards/index.ts';
import { withPayouts } from './payments.ts';
import type { Earning, OrderExplanation, SuspensionShown, TariffShown } from './order-schema.ts';
import type { Payment } from './schema.ts';
import {
  FIND_CREDITED,
  FIND_FIRST_ACCOUNT,
  FIND_ORDER,
  FIND_SHARES,
  FIND_TOP_UPS_OF_ORDER,
} from './store.ts';
import { explainTopUp, topUpPayments, type TopUp } from './top-up.ts';
import type { FactsContext } from '../facts/handle/index.ts';

interface StoredOrder extends OrderFact {
  readonly client_account: string;
  readonly opened_at: Date;
  readonly trial: boolean;
  readonly formula_code: string | null;
  readonly reward_usd: Decimal | null;
  readonly reward: Decimal | null;
  readonly partner_uid: string;
  readonly parent_uid: string | null;
  readonly account_type: string;
  readonly partner_account: string;
  readonly currency: string;
  readonly awaits_crediting: boolean;
  readonly sent_in: number | null;
}

interface CreditedRow {
  readonly id: number;
  readonly reward_order: number;
  readonly level: number;
  readonly agent_uid: string | null;
  readonly reward: Decimal;
  readonly reward_usd: Decimal;
}

interface Account {
  readonly partner_account: string;
  readonly currency: string;
}

interface Share {
  readonly agent_uid: string;
  readonly percent: Decimal;
  readonly shared_from: string;
  readonly shared_to: string | null;
}

/** An order as one partner sees it. */
interface Case {
  readonly read: Read;
  readonly partnerUid: string;
  readonly order: StoredOrder;
  readonly day: string;
  readonly credited: readonly CreditedRow[];
}

const NOT_SHOWN = {
  compensation_id: null,
  tariff: null,
  second_level_tariff: null,
  share: null,
  suspension: null,
};

/** All that an order earned the caller, and how each amount came about. */
export async function explainOrder(context: FactsContext, number: OrderNumber): Promise<OrderExplanation> {
  const { signal, actor } = context;
  const partnerUid = partnerOf(actor);
  const { server, ticket } = number;
  const found = await context.facts.database.snapshot(async (session) => {
    const read: Read = (sql, parameters) => session.query(sql, parameters, { signal });
    const [order] = await read<StoredOrder>(FIND_ORDER, [server, ticket, partnerUid]);
    if (!order) return undefined;
    const day = dayOf(order.closed_at);
    const credited = await read<CreditedRow>(FIND_CREDITED, [partnerUid, order.client_account, day]);
    const rewards = await earningsOf({ read, partnerUid, order, day, credited }, number);
    return rewards.length === 0 ? undefined : { order, day, rewards };
  }, signal);
  if (!found) throw new Problem('not_found', `There is no order ${server}:${ticket}.`);
  const { order, day, rewards } = found;
  return {
    order_id: `${server}:${ticket}`,
    symbol: order.symbol,
    client_account: order.client_account,
    client_account_type: order.account_type,
    formula_code: order.partner_uid === partnerUid ? order.formula_code : null,
    volume_lots: order.volume_lots.trim(),
    volume_mln_usd: order.volume_mln_usd.trim(),
    open_date: order.opened_at,
    close_date: order.closed_at,
    date: day,
    awaits_crediting: order.awaits_crediting,
    sent_in_batch: order.sent_in,
    rewards: await withPayouts(context.db, rewards),
  };
}

async function earningsOf(given: Case, number: OrderNumber): Promise<Earning<Payment>[]> {
  const { read, partnerUid, order, day } = given;
  const shares = await read<Share>(FIND_SHARES, [order.client_account, day]);
  const isOwn = order.partner_uid === partnerUid;
  const isBelow = order.parent_uid === partnerUid;
  const first = isOwn || isBelow ? await firstLevel(given) : undefined;
  return [
    ...(first && isOwn ? [await ownReward(given, first)] : []),
    ...(first && isBelow ? [await secondLevelReward(given, first)] : []),
    ...(order.trial ? [] : await commissions(given, shares, isOwn)),
    ...(isOwn ? await topUps(given, number) : []),
  ];
}

interface FirstLevel {
  readonly choice: TariffChoice | undefined;
  readonly factors: readonly Factor[];
  /** Of the partner of the order. */
  readonly suspension: SuspensionFact | undefined;
}

async function firstLevel({ read, order, day }: Case): Promise<FirstLevel> {
  const { partner_uid, account_type, symbol } = order;
  if (order.trial) {
    const field = { field: 'trial' };
    const nothing = factor('trial_account', Decimal.ZERO, 'coefficient', 'client-accounts', field);
    return { choice: undefined, factors: [nothing], suspension: undefined };
  }
  const suspension = await findSuspension(read, partner_uid, day);
  if (suspension) return { choice: undefined, factors: [suspendedFactor(suspension)], suspension };
  const choice = await findTariff(read, { partner_uid, account_type, symbol, day });
  const currency = choice?.tariff.reward_size_currency ?? 'USD';
  const rate = await findRate(read, currency, day);
  return { choice, factors: rewardFactors(order, choice?.tariff, () => rate), suspension };
}

async function ownReward(
  given: Case,
  { choice, factors, suspension }: FirstLevel,
): Promise<Earning<Payment>> {
  const { order } = given;
  return {
    ...NOT_SHOWN,
    kind: 'reward',
    level: 1,
    partner_account: order.partner_account,
    tariff: shownTariff(choice),
    suspension: shownSuspension(suspension),
    reward_usd: calculate('USD', factors),
    reward: await inCurrency(given, factors, order.currency),
    credited: paymentsWhere(given, ({ level, agent_uid }) => level === 1 && agent_uid === null),
  };
}

/**
 * The partner above sees what it is paid by: the first-level reward as a whole, its percentage and its rate. The factors
 * of the first-level reward are the client's and the partner's below, docs/decisions/0081.
 */
async function secondLevelReward(
  given: Case,
  { factors, suspension: below }: FirstLevel,
): Promise<Earning<Payment>> {
  const { read, partnerUid, order, day } = given;
  const { account_type, symbol } = order;
  const suspension = order.trial ? undefined : await findSuspension(read, partnerUid, day);
  const own =
    order.trial || suspension
      ? undefined
      : await findTariff(read, { partner_uid: partnerUid, account_type, symbol, day });
  const [account] = await read<Account>(FIND_FIRST_ACCOUNT, [partnerUid]);
  const percent = own?.tariff.second_level_percent ?? Decimal.ZERO;
  const part = suspension
    ? suspendedFactor(suspension)
    : percentFactor('second_level_percent', percent, 'tariffs');
  const isNothing = order.trial || below !== undefined;
  const first = isNothing
    ? factors
    : [factor('first_level_reward_usd', order.reward_usd, 'USD', 'orders', { field: 'reward_usd' })];
  const calculateIn = (currency: string, ...rate: Factor[]): Calculation =>
    calculateRounded(currency, [...first, part, ...rate], [...factors, part, ...rate]);
  return {
    ...NOT_SHOWN,
    kind: 'second_level_reward',
    level: 2,
    partner_account: account?.partner_account ?? null,
    second_level_tariff: shownTariff(own),
    suspension: shownSuspension(suspension ?? below),
    reward_usd: calculateIn('USD'),
    reward: account
      ? calculateIn(
          account.currency,
          rateFactor(account.currency, await findRate(read, account.currency, day)),
        )
      : unexplained(
          '',
          null,
          'no_account',
          'You have no account yet, and so no currency. The amount follows once the program has opened one.',
        ),
    credited: paymentsWhere(given, ({ level }) => level === 2),
  };
}

/** What agents get, or what the partner who shares the account pays. */
async function commissions(
  given: Case,
  shares: readonly Share[],
  isOwn: boolean,
): Promise<Earning<Payment>[]> {
  const seen = shares.filter(({ agent_uid }) => isOwn || agent_uid === given.partnerUid);
  return Promise.all(
    seen.map(async (share) =>
      commission(given, share, await findSuspension(given.read, share.agent_uid, given.day)),
    ),
  );
}

function commission(given: Case, share: Share, suspension: SuspensionFact | undefined): Earning<Payment> {
  const { partnerUid, order } = given;
  const isAgent = share.agent_uid === partnerUid;
  const known = order.reward === null ? null : order.reward_usd;
  const factors = [
    factor('reward_usd', known, 'USD', 'orders'),
    percentFactor('share_percent', share.percent, 'shares', 'percent'),
    ...(suspension ? [suspendedFactor(suspension)] : []),
    ...(isAgent
      ? []
      : [factor('paid_to_agent', Decimal.of(-1n), 'coefficient', 'shares', { field: 'agent_uid' })]),
  ];
  return {
    ...NOT_SHOWN,
    kind: isAgent ? 'commission' : 'commission_paid',
    level: 1,
    partner_account: isAgent ? null : order.partner_account,
    share: { ...share, percent: share.percent.trim() },
    suspension: shownSuspension(suspension),
    reward_usd: calculate('USD', factors),
    reward: convertedTogether(
      'The commissions of an account and a day are converted together, in the row that is credited for them.',
    ),
    credited: paymentsWhere(given, ({ agent_uid }) => agent_uid === share.agent_uid),
  };
}

async function topUps(
  { read, partnerUid }: Case,
  { server, ticket }: OrderNumber,
): Promise<Earning<Payment>[]> {
  const rows = await read<TopUp>(FIND_TOP_UPS_OF_ORDER, [partnerUid, server, ticket]);
  return rows.map((row) => ({
    ...NOT_SHOWN,
    kind: 'progress_reward',
    level: 1,
    partner_account: null,
    compensation_id: row.compensation_id,
    reward_usd: explainTopUp(row),
    reward: convertedTogether('The orders of a progress reward are converted together, when it is paid.'),
    credited: topUpPayments(row),
  }));
}

const convertedTogether = (message: string): Calculation =>
  unexplained('', null, 'converted_together', message);

async function inCurrency(
  { read, day }: Case,
  factors: readonly Factor[],
  currency: string,
): Promise<Calculation> {
  return calculate(currency, [...factors, rateFactor(currency, await findRate(read, currency, day))]);
}

function paymentsWhere({ credited }: Case, isMeant: (row: CreditedRow) => boolean): Payment[] {
  return credited.filter(isMeant).map(({ id, reward_order, reward, reward_usd }) => ({
    id,
    payout: reward_order,
    reward: reward.trim(),
    reward_usd: reward_usd.trim(),
  }));
}

function shownSuspension(suspension: SuspensionFact | undefined): SuspensionShown | null {
  if (!suspension) return null;
  const { partner_uid, suspended_from, suspended_to } = suspension;
  const until = suspended_to === null ? '' : ` until ${suspended_to}`;
  const message = `Partner ${partner_uid} is suspended since ${suspended_from}${until} and earns nothing.`;
  return { partner_uid, suspended_from, suspended_to, message };
}

function shownTariff(choice: TariffChoice | undefined): TariffShown | null {
  if (!choice) return null;
  const { tariff, names, others } = choice;
  return {
    partner_uid: tariff.partner_uid,
    account_type: tariff.account_type,
    symbol: tariff.symbol,
    valid_from: tariff.valid_from,
    valid_to: tariff.valid_to,
    formula_code: tariff.formula_code,
    level: tariff.level,
    names,
    others,
  };
}
