import { Decimal } from '../../kernel/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { partnerOf } from '../requests/index.ts';
import { listAccounts } from '../wallets/index.ts';
import type { Summary } from './schema.ts';

/** The parameters are the partner, the first days of the last, this and the next month, and the present. */
const SUMMARIZE = `
  with me as materialized (select partner_no from partners where partner_uid = $1),
  client as materialized (
    select registered_at from clients where partner_no = (select partner_no from me)
  ),
  credited as materialized (
    select day, usd from (
      select reward_date as day, reward_usd::decimal(38, 8) as usd from credited_rewards
      where partner_no = (select partner_no from me)
      union all
      select payment_date::date, compensation_amount from progress_rewards
      where partner_no = (select partner_no from me)
    ) where day >= cast($2 as date) and day < cast($4 as date)
  )
  select
    (select new_tier_group_id from tier_changes
      where partner_no = (select partner_no from me) and payment_date <= cast($5 as timestamp)
      order by payment_date desc, compensation_id desc limit 1) as tier_group_id,
    (select count(*) from client) as clients_count,
    (select count(*) from client_accounts
      where partner_no = (select partner_no from me) and trial is not true) as client_accounts_count,
    (select count(*) from partners where parent_uid = $1) as subpartners_count,
    (select count(*) from client
      where registered_at >= cast($3 as date) and registered_at < cast($4 as date)) as registered_this_month,
    (select count(*) from client
      where registered_at >= cast($2 as date) and registered_at < cast($3 as date)) as registered_last_month,
    (select coalesce(sum(usd), 0) from credited where day >= cast($3 as date)) as credited_this_month,
    (select coalesce(sum(usd), 0) from credited where day < cast($3 as date)) as credited_last_month`;

interface Row {
  readonly tier_group_id: number | null;
  readonly clients_count: number;
  readonly client_accounts_count: number;
  readonly subpartners_count: number;
  readonly registered_this_month: number;
  readonly registered_last_month: number;
  readonly credited_this_month: Decimal;
  readonly credited_last_month: Decimal;
}

export async function summarizePartner(context: FactsContext): Promise<Summary> {
  const { actor, clock, signal } = context;
  const partner_uid = partnerOf(actor);
  const now = clock.now();
  const [last, present, next] = [-1, 0, 1].map((months) => firstDay(now, months));
  if (!last || !present || !next) throw new Error('There are three months.');
  const { database } = context.facts;
  const moment = now.toISOString().replace('Z', '');
  const [row] = await database.query<Row>(SUMMARIZE, [partner_uid, last, present, next, moment], { signal });
  if (!row) throw new Error('A statement of aggregates has a row.');
  return {
    partner_uid,
    tier_group_id: row.tier_group_id,
    balances: actor.scopes.has('wallets:view') ? await balancesOf(context) : null,
    clients_count: row.clients_count,
    client_accounts_count: row.client_accounts_count,
    subpartners_count: row.subpartners_count,
    this_month: {
      month: present.slice(0, 7),
      registration_count: row.registered_this_month,
      reward_usd: row.credited_this_month.trim(),
    },
    last_month: {
      month: last.slice(0, 7),
      registration_count: row.registered_last_month,
      reward_usd: row.credited_last_month.trim(),
    },
  };
}

const firstDay = (now: Date, months: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10);

async function balancesOf(context: FactsContext): Promise<NonNullable<Summary['balances']>> {
  const accounts = await listAccounts(context);
  const currencies = [...new Set(accounts.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => {
    const own = accounts.filter((account) => account.currency === currency);
    const total = (name: 'balance' | 'reserved_rebates_amount'): Decimal =>
      own.reduce((sum, account) => sum.plus(account[name]), Decimal.ZERO);
    return {
      currency,
      balance: total('balance').trim(),
      reserved_rebates_amount: total('reserved_rebates_amount').trim(),
    };
  });
}
