import { Decimal, Problem } from '../../kernel/index.ts';
import { valueOutOfRange, type Session } from '../../platform/duckdb/index.ts';
import { FIRST_ACCOUNTS } from '../facts/store/index.ts';
import type { EntryKind, Maturity, Posting } from '../wallets/index.ts';
import { clearingOf, findMaturities } from './clearing.ts';
import { findCauses, findCredited, rewardsDue } from './due.ts';
import { COMPENSATION, progressDue } from './progress.ts';
import type { PayoutKind } from './store.ts';

/** The number of the last payout and the id of its last row. */
export interface Head {
  readonly number: number;
  readonly row_id: string;
}

/** A payout that is not made yet. */
export interface Draft {
  readonly number: number;
  readonly kind: PayoutKind;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly at: Date;
  readonly rowCount: number;
  readonly lastRowId: string;
  readonly rewardUsd: Decimal;
  /** What it credits by partner; a partner with several accounts has several. */
  readonly sums: readonly PartnerSum[];
  /** The batches that changed its days since they were last credited; of many the newest. */
  readonly causes: readonly number[];
  /** What is posted to wallets, at most once for each kind and account. */
  readonly entries: readonly Entry[];
  /** When what is posted can be disbursed, by account and day of the rewards. */
  readonly maturities: readonly Maturity[];
  /** The temporary table with its rows. */
  readonly table: string;
}

export interface PartnerSum {
  readonly partner_uid: string;
  readonly usd: Decimal;
}

export interface Entry {
  readonly kind: EntryKind;
  readonly posting: Posting;
}

export interface Drafting {
  readonly session: Session;
  readonly signal: AbortSignal;
  readonly at: Date;
  /** The last batch of facts that the store has. */
  readonly facts: number;
}

interface AccountSum extends Omit<Posting, 'type' | 'amount'> {
  readonly kind: EntryKind;
  readonly rows: number;
  readonly reward: Decimal;
  readonly usd: Decimal;
}

/** As what the rows of a payout of new days are posted. */
const ENTRY_KIND = `
  case when agent_uid is not null then 'commission' when level = 2 then 'second_level_reward' else 'reward' end`;

/** The days of one payout, in ascending order: all of them were credited before, or none was. */
export interface PayoutDays {
  readonly days: readonly string[];
  readonly isAdjustment: boolean;
}

/** Of days in ascending order, the first and those that can share a payout with it. */
export async function takeAlike({ session }: Drafting, days: readonly string[]): Promise<PayoutDays> {
  const found = await session.query<{ day: string }>(findCredited(days));
  const credited = new Set(found.map(({ day }) => day));
  const isAdjustment = credited.has(days[0] ?? '');
  return { days: days.filter((day) => credited.has(day) === isAdjustment), isAdjustment };
}

/** The payout after `head` with what is due for days; undefined when nothing is due. */
export async function draftRewards(
  drafting: Drafting,
  head: Head,
  { days, isAdjustment }: PayoutDays,
): Promise<Draft | undefined> {
  const { session, at, facts } = drafting;
  const number = head.number + 1;
  await session.run(`create temp sequence row_id start ${BigInt(head.row_id) + 1n}`);
  const due = rewardsDue({ days, isAdjustment, number, at });
  const table = await keep(drafting, number, `select *, ${facts}::bigint as facts from (${due})`).catch(
    refuseTooLarge,
  );
  const sums = await session.query<AccountSum>(`
    select partner_account as account_id, partner_uid, account_name as name, currency, kind, rows, reward, usd
    from (
      select partner_account, ${isAdjustment ? "'adjustment'" : ENTRY_KIND} as kind, count(*) as rows,
        sum(reward) as reward, sum(reward_usd) as usd
      from ${table} group by all
    ) summed
    join partner_accounts using (partner_account)`);
  if (sums.length === 0) return undefined;
  const causes = await session.query<{ version: number }>(findCauses(days, facts));
  const maturities = await session.query<Matured>(findMaturities(table, at));
  const rowCount = sums.reduce((count, { rows }) => count + rows, 0);
  return {
    number,
    kind: isAdjustment ? 'adjustments' : 'rewards',
    firstDay: days[0] ?? '',
    lastDay: days.at(-1) ?? '',
    at,
    rowCount,
    lastRowId: String(BigInt(head.row_id) + BigInt(rowCount)),
    causes: causes.map(({ version }) => version),
    rewardUsd: sums.reduce((total, { usd }) => total.plus(usd), Decimal.ZERO),
    sums: sums.map(({ partner_uid, usd }) => ({ partner_uid, usd })),
    entries: sums.flatMap(({ kind, account_id, partner_uid, name, currency, reward }) =>
      entryOf(kind, { account_id, partner_uid, name, currency }, reward),
    ),
    maturities: maturities.map(({ amount, ...rest }) => ({ ...rest, amount: amount.toString() })),
    table,
  };
}

type Matured = Omit<Maturity, 'amount'> & { readonly amount: Decimal };

interface Compensation {
  readonly compensation_id: number;
  readonly partner_uid: string;
  readonly partner_account: string;
  readonly account_name: string;
  readonly currency: string;
  readonly day: string;
  readonly available_on: string;
  readonly per_usd: Decimal | null;
  readonly usd: Decimal;
  readonly row_count: number;
}

/** A compensation that was paid before stays on the account that it was paid to last. */
const COMPENSATIONS = `
  select due.compensation_id, due.partner_uid, account.partner_account, account.account_name, account.currency,
    payment_date::date as day, row_count, usd,
    payment_date::date + ${clearingOf('due.partner_uid', 'payment_date::date')} as available_on,
    case when account.currency = 'USD' then 1 else (
      select per_usd from rates
      where rates.currency = account.currency and rate_date <= payment_date::date
      order by rate_date desc limit 1
    ) end::decimal(18, 8) as per_usd
  from (
    select compensation_id, partner_uid, count(*) as row_count, sum(progress_reward_amount_usd) as usd
    from due group by compensation_id, partner_uid
  ) due
  join ${COMPENSATION} compensation using (compensation_id)
  left join (
    select compensation_id, partner_uid, arg_max(partner_account, reward_order) as partner_account
    from progress_rewards group by compensation_id, partner_uid
  ) paid on paid.compensation_id = due.compensation_id and paid.partner_uid = due.partner_uid
  join (${FIRST_ACCOUNTS}) main on main.partner_uid = due.partner_uid
  join partner_accounts account on account.partner_account = coalesce(paid.partner_account, main.partner_account)
  order by day, due.compensation_id, due.partner_uid`;

interface PaidPart {
  readonly usd: Decimal;
  readonly reward: Decimal;
}

/** What was paid for a compensation to an account. */
const PAID_PARTS = `
  select compensation_amount as usd, reward from progress_rewards
  where compensation_id = $1 and partner_uid = $2 and partner_account = $3`;

/**
 * What a change of a compensation by an amount in USD posts, or undefined while its rate is not known. If the rate was
 * corrected since a part was paid, the whole is converted anew. Without any amount left, all that was credited is taken back.
 */
function convert(usd: Decimal, perUsd: Decimal | null, paid: readonly PaidPart[]): Decimal | undefined {
  const total = paid.reduce((sum, part) => sum.plus(part.usd), usd);
  const credited = paid.reduce((sum, part) => sum.plus(part.reward), Decimal.ZERO);
  if (total.isZero) return credited.negate();
  if (perUsd === null) return undefined;
  const at = (amount: Decimal): Decimal => amount.times(perUsd).round(8, 'half-away');
  const isSameRate = paid.every((part) => at(part.usd).equals(part.reward));
  return isSameRate ? at(usd) : at(total).minus(credited);
}

/** The payouts after `head` with what is due for higher tiers. A compensation waits until its rate is known. */
export async function draftProgress(drafting: Drafting, head: Head, through: string): Promise<Draft[]> {
  const { session, signal, at } = drafting;
  await session.run(progressDue(through), { signal });
  const drafts: Draft[] = [];
  let last = head;
  for (const compensation of await session.query<Compensation>(COMPENSATIONS)) {
    const {
      compensation_id,
      partner_uid,
      partner_account,
      account_name,
      currency,
      day,
      available_on,
      per_usd,
      usd,
      row_count,
    } = compensation;
    const parts = await session.query<PaidPart>(PAID_PARTS, [compensation_id, partner_uid, partner_account]);
    const reward = convert(usd, per_usd, parts);
    if (reward === undefined) continue;
    const number = last.number + 1;
    const table = await keep(
      drafting,
      number,
      `select ${last.row_id} + row_number() over (
          order by due.server, due.order_id, progress_reward_amount_usd) as id,
        ${number}::bigint as reward_order, due.*,
        '${partner_account}' as partner_account, '${currency}' as currency,
        old_tier_group_id, new_tier_group_id, payment_date, compensation_period_start, compensation_period_end,
        commission_percentage, '${reward.toString()}'::decimal(38, 8) as reward
      from due join ${COMPENSATION} compensation using (compensation_id)
      where compensation_id = ${compensation_id} and due.partner_uid = '${partner_uid}'`,
    );
    last = { number, row_id: String(BigInt(last.row_id) + BigInt(row_count)) };
    const account = { account_id: partner_account, partner_uid, name: account_name, currency };
    drafts.push({
      number,
      kind: 'progress',
      firstDay: day,
      lastDay: day,
      at,
      rowCount: row_count,
      lastRowId: last.row_id,
      causes: [],
      rewardUsd: usd,
      sums: [{ partner_uid, usd }],
      entries: entryOf('progress', account, reward),
      maturities: [{ account_id: partner_account, earned_on: day, available_on, amount: reward.toString() }],
      table,
    });
  }
  return drafts;
}

/** One entry, or none for an amount of zero. */
function entryOf(kind: EntryKind, account: Omit<Posting, 'type' | 'amount'>, amount: Decimal): Entry[] {
  if (amount.isZero) return [];
  return [{ kind, posting: { ...account, type: 'reward', amount: amount.toString() } }];
}

async function keep({ session, signal }: Drafting, number: number, select: string): Promise<string> {
  const table = `payout_${number}`;
  await session.run(`create temp table ${table} as ${select}`, { signal });
  return table;
}

/** A sum with more than 18 digits. */
function refuseTooLarge(error: unknown): never {
  const value = valueOutOfRange(error);
  if (value === undefined) throw error;
  throw new Problem(
    'unprocessable',
    `The orders of a client account on one day add up to ${value} in volume or reward, which is too much to be right: ` +
      'correct them.',
    { cause: error },
  );
}
