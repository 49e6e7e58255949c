import type postgres from 'postgres';
import { expect } from 'vitest';
import { Decimal } from '../../../kernel/index.ts';
import type { Facts } from '../../facts/handle/index.ts';
import type { CreditedKind } from '../index.ts';

interface EarnedOrder {
  readonly day: string;
  readonly client_account: string;
  readonly partner_account: string;
  readonly parent_uid: string | null;
  readonly reward: Decimal | null;
  readonly reward_usd: Decimal | null;
  readonly parent_reward: Decimal | null;
  readonly parent_reward_usd: Decimal | null;
}

interface PartnerAccount {
  readonly partner_account: string;
  readonly partner_uid: string;
  readonly currency: string;
}

interface Share {
  readonly client_account: string;
  readonly agent_uid: string;
  readonly percent: Decimal;
  readonly shared_from: string;
  readonly shared_to: string | null;
}

interface Suspension {
  readonly partner_uid: string;
  readonly suspended_from: string;
  readonly suspended_to: string | null;
}

interface Rate {
  readonly currency: string;
  readonly rate_date: string;
  readonly per_usd: Decimal;
}

interface Credited {
  readonly id: number;
  readonly reward_order: number;
  readonly kind: CreditedKind;
  readonly partner_uid: string;
  readonly level: number;
  readonly partner_account: string;
  readonly subpartner_account: string | null;
  readonly agent_uid: string | null;
  readonly client_account: string;
  readonly client_uid: string;
  readonly client_account_type: string;
  readonly country: string;
  readonly platform: string;
  readonly link_code: string;
  readonly reward_date: string;
  readonly orders_count: number;
  readonly reward: Decimal;
  readonly reward_usd: Decimal;
}

type Sums = Map<string, Decimal>;

function add(sums: Sums, key: string, amount: Decimal): void {
  sums.set(key, (sums.get(key) ?? Decimal.ZERO).plus(amount));
}

/** Amounts that are not zero, in a form that tests compare. */
const shown = (sums: Sums): Record<string, string> =>
  Object.fromEntries(
    [...sums]
      .filter(([, amount]) => !amount.isZero)
      .map(([key, amount]) => [key, amount.trim().toString()] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

const money = (amount: Decimal): Decimal => amount.round(8, 'half-away');
const HUNDREDTH = Decimal.of(1n, 2);

/** Fails unless what was credited is what the orders through a day earn, and every ledger agrees with it. */
export async function checkBooks(sql: postgres.Sql, facts: Facts, through: string): Promise<void> {
  const { database } = facts;
  const rows = await database.query<Credited>('select * from credited_rewards order by id');
  const progress = await database.query<{ reward_order: number; partner_account: string; reward: Decimal }>(
    'select reward_order, partner_account, reward from progress_rewards',
  );
  const [details] = await database.query<{ count: number }>(
    'select count(*) as count from progress_reward_details',
  );
  const credited: Sums = new Map();
  const posted: Sums = new Map();
  for (const row of rows) {
    const key = keyOf(row);
    add(credited, key, row.reward);
    add(credited, `${key} usd`, row.reward_usd);
    add(posted, `${row.partner_account} ${ENTRIES[row.kind](row.reward_order)}`, row.reward);
  }
  for (const { reward_order, partner_account, reward } of progress)
    add(posted, `${partner_account} progress payout:${reward_order}`, reward);
  expect(shown(credited)).toEqual(shown(await earnedThrough(facts, through)));
  checkDescriptions(rows);
  checkCommissions(rows);

  const entries = await sql<{ account_id: string; reference: string; kind: string; amount: string }[]>`
    select account_id, reference, kind, amount from wallet_entry where reference like 'payout:%'`;
  const ledger: Sums = new Map();
  for (const { account_id, reference, kind, amount } of entries)
    add(ledger, `${account_id} ${kind} ${reference}`, Decimal.parse(amount));
  expect(shown(ledger)).toEqual(shown(posted));
  await checkKinds(sql, rows);

  const [head] = await sql<{ number: string; payouts: string; row_id: string }[]>`
    select number, row_id, (select count(*) from payout) as payouts from payout_head`;
  const rowCount = rows.length + (details?.count ?? 0);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(head).toEqual({ number: head?.payouts, payouts: head?.payouts, row_id: String(rowCount) });
  const wrong = await sql`
    select id from wallet_account
    where balance <> (select coalesce(sum(amount), 0) from wallet_entry where account_id = wallet_account.id)`;
  expect(wrong).toHaveLength(0);
}

/** What is posted for rows of a kind. */
const ENTRIES: Readonly<Record<CreditedKind, (payout: number) => string>> = {
  reward: (payout) => `reward payout:${payout}`,
  second_level_reward: (payout) => `second_level_reward payout:${payout}:second-level`,
  commission: (payout) => `commission payout:${payout}:commission`,
  commission_paid: (payout) => `commission payout:${payout}:commission`,
  adjustment: (payout) => `adjustment payout:${payout}`,
};

/** A row is an adjustment if its payout is one. Otherwise its owner decides what it is. */
async function checkKinds(sql: postgres.Sql, rows: readonly Credited[]): Promise<void> {
  const payouts = await sql<{ number: string }[]>`select number from payout where kind = 'adjustments'`;
  const adjusting = new Set(payouts.map(({ number }) => Number(number)));
  const kindOf = ({ reward_order, level, agent_uid, partner_uid }: Credited): CreditedKind => {
    if (adjusting.has(reward_order)) return 'adjustment';
    if (level === 2) return 'second_level_reward';
    if (agent_uid === null) return 'reward';
    return agent_uid === partner_uid ? 'commission' : 'commission_paid';
  };
  expect(rows.filter((row) => row.kind !== kindOf(row))).toEqual([]);
}

const keyOf = (
  row: Pick<Credited, 'level' | 'agent_uid' | 'partner_account' | 'client_account' | 'reward_date'>,
): string =>
  `${row.agent_uid === null ? row.level : `commission of ${row.agent_uid}`} ${row.partner_account} ` +
  `${row.client_account} ${row.reward_date}`;

/** What the orders earn, computed one by one. */
async function earnedThrough({ database }: Facts, through: string): Promise<Sums> {
  const orders = await database.query<EarnedOrder>(`
    select closed_at::date as day, o.client_account, a.partner_account, p.parent_uid, o.reward, o.reward_usd,
      o.parent_reward, o.parent_reward_usd
    from orders o join client_accounts a on a.client_account = o.client_account
    join partners p on p.partner_no = o.partner_no`);
  const accounts = await database.query<PartnerAccount>(
    'select partner_account, partner_uid, currency from partner_accounts order by opened_on, partner_account::bigint',
  );
  const shares = await database.query<Share>('select * from shares');
  const rates = await database.query<Rate>('select * from rates order by rate_date');
  const suspensions = await database.query<Suspension>('select * from suspensions');
  const isSuspended = (uid: string, day: string): boolean =>
    suspensions.some(
      ({ partner_uid, suspended_from, suspended_to }) =>
        partner_uid === uid && suspended_from <= day && (suspended_to === null || day <= suspended_to),
    );
  const firstAccount = (uid: string | null) => accounts.find(({ partner_uid }) => partner_uid === uid);
  const perUsd = (currency: string | undefined, day: string): Decimal | undefined =>
    currency === 'USD'
      ? Decimal.of(1n)
      : rates.findLast((rate) => rate.currency === currency && rate.rate_date <= day)?.per_usd;

  const earned: Sums = new Map();
  const commissions = new Map<string, { share: Share; order: EarnedOrder; usd: Decimal }>();
  for (const order of orders.filter(({ day }) => day <= through)) {
    const { day, client_account, partner_account, parent_uid, reward, reward_usd } = order;
    const client = { client_account, reward_date: day, agent_uid: null };
    if (reward && reward_usd) {
      const key = keyOf({ ...client, level: 1, partner_account });
      add(earned, key, reward);
      add(earned, `${key} usd`, reward_usd);
      const paid = shares.filter((share) => isShared(share, order) && !isSuspended(share.agent_uid, day));
      for (const share of paid) {
        const { usd = Decimal.ZERO } = commissions.get(`${share.agent_uid} ${client_account} ${day}`) ?? {};
        commissions.set(`${share.agent_uid} ${client_account} ${day}`, {
          share,
          order,
          usd: usd.plus(money(reward_usd.times(share.percent).times(HUNDREDTH))),
        });
      }
    }
    const parent = firstAccount(parent_uid);
    if (parent && order.parent_reward && order.parent_reward_usd) {
      const key = keyOf({ ...client, level: 2, partner_account: parent.partner_account });
      add(earned, key, order.parent_reward);
      add(earned, `${key} usd`, order.parent_reward_usd);
    }
  }
  for (const { share, order, usd } of commissions.values()) {
    const { agent_uid } = share;
    const { day: reward_date, client_account, partner_account } = order;
    const agent = firstAccount(agent_uid);
    const sharer = accounts.find((account) => account.partner_account === partner_account);
    const agentRate = perUsd(agent?.currency, reward_date);
    const sharerRate = perUsd(sharer?.currency, reward_date);
    if (!agent || !agentRate || !sharerRate) continue;
    for (const [account, rate, amount] of [
      [agent.partner_account, agentRate, usd],
      [partner_account, sharerRate, usd.negate()],
    ] as const) {
      const key = keyOf({ level: 1, agent_uid, partner_account: account, client_account, reward_date });
      add(earned, key, money(amount.times(rate)));
      add(earned, `${key} usd`, amount);
    }
  }
  return earned;
}

const isShared = (share: Share, { client_account, day }: EarnedOrder): boolean =>
  share.client_account === client_account &&
  share.shared_from <= day &&
  (share.shared_to === null || day <= share.shared_to);

/** What is credited for one thing is credited under one description: others were taken back as they were. */
function checkDescriptions(rows: readonly Credited[]): void {
  const descriptions = new Map<string, Sums>();
  for (const row of rows) {
    const { client_uid, client_account_type, country, platform, link_code } = row;
    const key = `${keyOf(row)} ${row.subpartner_account}`;
    const sums = descriptions.get(key) ?? new Map<string, Decimal>();
    const description = [client_uid, client_account_type, country, platform, link_code].join(' ');
    add(sums, description, row.reward);
    add(sums, `${description}, orders`, Decimal.of(BigInt(row.orders_count)));
    descriptions.set(key, sums);
  }
  const mixed = [...descriptions].filter(
    ([, sums]) => new Set(Object.keys(shown(sums)).map((key) => key.replace(', orders', ''))).size > 1,
  );
  expect(mixed).toEqual([]);
}

/** What an agent gets is what the sharing partner gives, in USD, for every account and day. */
function checkCommissions(rows: readonly Credited[]): void {
  const net: Sums = new Map();
  for (const { agent_uid, client_account, reward_date, reward_usd } of rows)
    if (agent_uid !== null) add(net, `${agent_uid} ${client_account} ${reward_date}`, reward_usd);
  expect(shown(net)).toEqual({});
}
