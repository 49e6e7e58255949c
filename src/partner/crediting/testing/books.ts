import type postgres from 'postgres';
import { expect } from 'vitest';
import { Decimal } from '../../../kernel/index.ts';
import type { Facts } from '../../facts/index.ts';

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
  readonly opened_on: string;
}

interface Credited {
  readonly id: number;
  readonly reward_order: number;
  readonly level: number;
  readonly partner_account: string;
  readonly subpartner_account: string | null;
  readonly client_account: string;
  readonly reward_date: string;
  readonly orders_count: number;
  readonly reward: Decimal;
  readonly reward_usd: Decimal;
}

type Sums = Map<string, Decimal>;

function add(sums: Sums, key: string, amount: Decimal): void {
  sums.set(key, (sums.get(key) ?? Decimal.ZERO).plus(amount));
}

/** What is not zero, in a form that tests compare. */
const told = (sums: Sums): Record<string, string> =>
  Object.fromEntries(
    [...sums]
      .filter(([, amount]) => !amount.isZero)
      .map(([key, amount]) => [key, amount.trim().toString()] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );

/** Fails unless what was credited is what the orders through a day earn, and every ledger agrees with it. */
export async function checkBooks(sql: postgres.Sql, { database }: Facts, through: string): Promise<void> {
  const orders = await database.query<EarnedOrder>(`
    select closed_at::date as day, o.client_account, a.partner_account, p.parent_uid, o.reward, o.reward_usd,
      o.parent_reward, o.parent_reward_usd
    from orders o join client_accounts a on a.client_account = o.client_account
    join partners p on p.partner_no = o.partner_no`);
  const accounts = await database.query<PartnerAccount>(
    'select partner_account, partner_uid, opened_on from partner_accounts order by opened_on, partner_account::bigint',
  );
  const earned: Sums = new Map();
  for (const order of orders.filter(({ day }) => day <= through)) {
    const { day, client_account, partner_account, parent_uid, reward, reward_usd } = order;
    if (reward && reward_usd) {
      add(earned, `1 ${partner_account} ${client_account} ${day}`, reward);
      add(earned, `1 ${partner_account} ${client_account} ${day} usd`, reward_usd);
    }
    const parentAccount = accounts.find(({ partner_uid }) => partner_uid === parent_uid);
    if (parentAccount && order.parent_reward && order.parent_reward_usd) {
      const key = `2 ${parentAccount.partner_account} ${client_account} ${day}`;
      add(earned, key, order.parent_reward);
      add(earned, `${key} usd`, order.parent_reward_usd);
    }
  }

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
    const key = `${row.level} ${row.partner_account} ${row.client_account} ${row.reward_date}`;
    add(credited, key, row.reward);
    add(credited, `${key} usd`, row.reward_usd);
  }
  for (const { reward_order, partner_account, reward } of [...rows, ...progress]) {
    add(posted, `${partner_account} payout:${reward_order}`, reward);
  }
  expect(told(credited)).toEqual(told(earned));

  const entries = await sql<{ account_id: string; reference: string; amount: string }[]>`
    select account_id, reference, amount from wallet_entry where reference like 'payout:%'`;
  const ledger: Sums = new Map();
  for (const { account_id, reference, amount } of entries)
    add(ledger, `${account_id} ${reference}`, Decimal.parse(amount));
  expect(told(ledger)).toEqual(told(posted));

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
