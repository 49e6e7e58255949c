import { Decimal, Problem } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { earnedByAccount, readPayouts, type CreditedKind } from '../crediting/index.ts';
import { readBatches } from '../facts/reading/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { partnerOf } from '../requests/index.ts';
import { calculate, factor, findRate, rateFactor, type Calculation, type Read } from '../rewards/index.ts';
import { withPayouts } from './payments.ts';
import type { Cause, CreditedExplanation, CreditedOrder, Sum } from './credited-schema.ts';
import type { Page, Payment } from './schema.ts';
import {
  countOf,
  FIND_ACCOUNT_NO,
  FIND_CREDITED,
  FIND_CREDITED_ROW,
  ORDERS_BEHIND,
  pageOf,
} from './store.ts';

/** What is credited together: corrections of it are further rows. */
interface Subject {
  readonly level: number;
  readonly agent_uid: string | null;
  readonly partner_account: string;
  readonly subpartner_account: string | null;
  readonly currency: string;
}

interface Amounts extends Subject {
  readonly reward: Decimal;
  readonly reward_usd: Decimal;
}

interface Row extends Amounts {
  readonly id: number;
  readonly reward_order: number;
}

interface CreditedRow extends Row {
  readonly reward_date: string;
  readonly client_account: string;
  readonly client_uid: string;
  readonly orders_count: number;
  readonly awaits_crediting: boolean;
  readonly kind: CreditedKind;
}

/** Why a credited row has its amounts: the orders behind it and the other rows for the same account and day. */
export async function explainCredited(
  context: FactsContext,
  id: number,
  page: Page,
): Promise<CreditedExplanation> {
  const { signal, actor } = context;
  const partnerUid = partnerOf(actor);
  const { rows, ...found } = await context.facts.database.snapshot(async (session) => {
    const read: Read = (sql, parameters) => session.query(sql, parameters, { signal });
    const [row] = await read<CreditedRow>(FIND_CREDITED_ROW, [partnerUid, id]);
    if (!row) throw new Problem('not_found', `There is no credited reward ${id}.`);
    return readAround(read, partnerUid, row, page);
  }, signal);
  const [own] = await withPayouts(context.db, [{ credited: rows.map(toPayment) }]);
  const payout = own?.credited.find((payment) => payment.id === id);
  if (!payout) throw new Error(`Credited reward ${id} has no payout.`);
  const causes = payout.payout_kind === 'adjustments' ? await readCauses(context.db, payout.payout) : [];
  return { ...found, payout, causes, credited: own?.credited ?? [] };
}

async function readCauses(db: Db, payout: number): Promise<Cause[]> {
  const numbers = (await readPayouts(db, [payout])).get(payout)?.causes ?? [];
  const batches = await readBatches(db, numbers);
  return numbers.flatMap((number) => {
    const batch = batches.get(number);
    if (!batch) return [];
    const { kind, source, voids, created_at } = batch;
    return [{ batch: number, kind, source, voids, created_at }];
  });
}

async function readAround(read: Read, partnerUid: string, row: CreditedRow, page: Page) {
  const { client_account, reward_date: day } = row;
  const isSame = (other: Subject): boolean =>
    other.level === row.level &&
    other.agent_uid === row.agent_uid &&
    other.partner_account === row.partner_account &&
    other.subpartner_account === row.subpartner_account &&
    other.currency === row.currency;
  const rows = (await read<Row>(FIND_CREDITED, [partnerUid, client_account, day])).filter(isSame);
  const [account] = await read<{ account_no: number }>(FIND_ACCOUNT_NO, [client_account]);
  const earnedNow = account
    ? await read<Amounts & { partner_uid: string }>(earnedByAccount(day, account.account_no), [])
    : [];
  const earned = earnedNow.filter((each) => each.partner_uid === partnerUid && isSame(each));
  // An account that has moved to another partner or account earns nothing here any more.
  const { orders, orders_count } =
    earned.length === 0 ? { orders: [], orders_count: 0 } : await readOrders(read, partnerUid, row, page);
  const commissionUsd = sumOf(earned, 'reward_usd');
  return {
    id: row.id,
    kind: row.kind,
    reward_date: day,
    client_account,
    client_uid: row.client_uid,
    partner_account: row.partner_account,
    subpartner_account: row.subpartner_account,
    agent_uid: row.agent_uid,
    currency: row.currency,
    awaits_crediting: row.awaits_crediting,
    reward_usd: sum(row, rows, earned, 'reward_usd'),
    reward: sum(row, rows, earned, 'reward'),
    conversion:
      row.agent_uid === null || earned.length === 0
        ? null
        : await convert(read, commissionUsd, row.currency, day),
    orders,
    orders_count,
    rows,
  };
}

function earnedAs({ level, agent_uid }: Row): keyof typeof ORDERS_BEHIND {
  if (level === 2) return 'second_level_reward';
  return agent_uid === null ? 'reward' : 'commission';
}

async function readOrders(read: Read, partnerUid: string, row: CreditedRow, page: Page) {
  const select = ORDERS_BEHIND[earnedAs(row)];
  const parameters = [row.agent_uid ?? partnerUid, row.client_account, row.reward_date];
  const [counted] = await read<{ count: number }>(countOf(select), parameters);
  const orders = await read<CreditedOrder>(pageOf(select), [...parameters, page.limit, page.offset]);
  const isPaid = row.agent_uid !== null && row.agent_uid !== partnerUid;
  const sign = isPaid ? Decimal.of(-1n) : Decimal.of(1n);
  return {
    orders: orders.map((order) => ({
      ...order,
      volume_lots: order.volume_lots.trim(),
      reward_usd: order.reward_usd?.times(sign).trim() ?? null,
      reward: order.reward?.trim() ?? null,
    })),
    orders_count: counted?.count ?? 0,
  };
}

/** The row is what the orders earn now, less what other rows credited and what the next run will credit. */
function sum(row: Row, rows: readonly Row[], earned: readonly Amounts[], name: 'reward' | 'reward_usd'): Sum {
  const before = sumOf(
    rows.filter(({ id }) => id < row.id),
    name,
  );
  const later = sumOf(
    rows.filter(({ id }) => id > row.id),
    name,
  );
  const orders = sumOf(earned, name);
  const waiting = orders.minus(sumOf(rows, name));
  return {
    amount: row[name].trim(),
    terms: [
      { name: 'orders', amount: orders.trim() },
      { name: 'credited_before', amount: before.negate().trim() },
      { name: 'credited_later', amount: later.negate().trim() },
      { name: 'awaiting_crediting', amount: waiting.negate().trim() },
    ],
  };
}

const sumOf = (rows: readonly Amounts[], name: 'reward' | 'reward_usd'): Decimal =>
  rows.reduce((total, row) => total.plus(row[name]), Decimal.ZERO);

async function convert(read: Read, usd: Decimal, currency: string, day: string): Promise<Calculation> {
  const rate = await findRate(read, currency, day);
  return calculate(currency, [
    factor('commission_usd', usd, 'USD', 'orders', { field: 'reward_usd' }),
    rateFactor(currency, rate),
  ]);
}

const toPayment = ({ id, reward_order, reward, reward_usd }: Row): Payment => ({
  id,
  payout: reward_order,
  reward: reward.trim(),
  reward_usd: reward_usd.trim(),
});
