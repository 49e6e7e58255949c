import type { Decimal } from '../../kernel/index.ts';
import { jsonRows, type Parameter } from '../../platform/duckdb/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Span } from './period.ts';
import { selectGroups, selectMoved, type GroupRow } from './store.ts';
import type { FactsContext } from '../facts/handle/index.ts';

/** The groups of a partner and the clients moved by hand, to be joined with the facts. */
export interface Division {
  readonly partnerUid: string;
  readonly groups: readonly GroupRow[];
  /** Where clients were moved by hand. */
  readonly moved: readonly { client_uid: string; group_id: number | null }[];
}

/** Of a partner, without those that have ended. */
export const MAX_GROUPS = 1_000;

export async function readDivision(db: Db, partnerUid: string): Promise<Division> {
  const [groups, moved] = await Promise.all([
    selectGroups(db, partnerUid, MAX_GROUPS).execute(),
    selectMoved(db, partnerUid).execute(),
  ]);
  return { partnerUid, groups, moved };
}

/**
 * Each client of a partner and the group it is in: the one it was moved into; or else, unless it was moved out,
 * the group of its link; or else the default group. Parameters: the partner, its groups, its moved clients.
 */
const MEMBERS = `
  with groups as materialized (
    from ${jsonRows(2, { id: 'bigint', link_code: 'varchar', is_default: 'boolean' })}
  ),
  moved as materialized (from ${jsonRows(3, { client_uid: 'varchar', group_id: 'bigint' })}),
  members as materialized (
    select clients.client_uid,
      case when moved.client_uid is not null then moved.group_id
        else coalesce(linked.id, (select id from groups where is_default)) end as group_id
    from clients
    left join moved using (client_uid)
    left join groups linked on linked.link_code = clients.link_code
    where clients.partner_no = (select partner_no from partners where partner_uid = $1)
  )`;

const parametersOf = ({ partnerUid, groups, moved }: Division): Parameter[] => [
  partnerUid,
  JSON.stringify(groups.map(({ id, link_code, is_default }) => ({ id, link_code, is_default }))),
  JSON.stringify(moved),
];

interface Standing {
  readonly group_id: number;
  readonly clients: number;
  /** The smallest and largest reward by client in the group's current period; null without rewards. */
  readonly least_usd: Decimal | null;
  readonly most_usd: Decimal | null;
}

/** The number of clients of each group and their rewards in its current period. */
export async function readStandings(
  { facts: { database }, signal }: FactsContext,
  division: Division,
  periods: readonly (Span & { readonly id: number })[],
): Promise<Map<number, Standing>> {
  const rows = await database.query<Standing>(
    `${MEMBERS},
    periods as materialized (from ${jsonRows(4, { id: 'bigint', start: 'date', end: 'date' })}),
    earned as (
      select group_id, client_uid, sum(reward_usd) as usd
      from members
      join credited_rewards credited using (client_uid)
      join periods on periods.id = group_id and reward_date between periods."start" and periods."end"
      where level = 1 and credited.partner_uid = $1
      group by group_id, client_uid
      having sum(reward_usd) > 0
    )
    select group_id, count(*) as clients, min(usd) as least_usd, max(usd) as most_usd
    from members left join earned using (group_id, client_uid)
    where group_id is not null
    group by group_id`,
    [...parametersOf(division), JSON.stringify(periods)],
    { signal },
  );
  return new Map(rows.map((row) => [row.group_id, row]));
}

/** The group of a client, null for none; undefined if the partner has no such client. */
export async function groupOfClient(
  { facts: { database }, signal }: FactsContext,
  division: Division,
  clientUid: string,
): Promise<number | null | undefined> {
  const [found] = await database.query<{ group_id: number | null }>(
    `${MEMBERS} select group_id from members where client_uid = $4`,
    [...parametersOf(division), clientUid],
    { signal },
  );
  return found?.group_id;
}

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface ClientPage extends Page {
  /** Only clients whose uids come after this one. */
  readonly after?: string | undefined;
}

/** The clients of a group by uid, and their number. */
export async function listMembers(
  { facts: { database }, signal }: FactsContext,
  division: Division,
  groupId: number,
  { limit, offset, after = '' }: ClientPage,
): Promise<{ clients: string[]; count: number }> {
  const rows = await database.query<{ client_uid: string | null; count: number }>(
    `${MEMBERS}, own as (select client_uid from members where group_id = $4)
    select client_uid, count from (select count(*) as count from own) total
    left join (
      select client_uid from own where client_uid > $7 order by client_uid limit $5 offset $6
    ) page on true
    order by client_uid`,
    [...parametersOf(division), groupId, limit, offset, after],
    { signal },
  );
  return {
    clients: rows.flatMap(({ client_uid }) => client_uid ?? []),
    count: rows[0]?.count ?? 0,
  };
}

/** The rewards credited for one client to one account. */
export interface Earned {
  readonly client_uid: string;
  readonly account_id: string;
  readonly name: string;
  readonly currency: string;
  readonly reward: Decimal;
  /** The last payout that is part of it. */
  readonly payout: number;
}

/** The positive rewards of the clients of a group within a range of days. */
export function readEarned(
  { facts: { database }, signal }: FactsContext,
  division: Division,
  groupId: number,
  { start, end }: Span,
): Promise<Earned[]> {
  return database.query<Earned>(
    `${MEMBERS}
    select client_uid, credited.partner_account as account_id, max(account_name) as name,
      credited.currency, sum(reward) as reward, max(reward_order) as payout
    from members
    join credited_rewards credited using (client_uid)
    join account_names using (partner_account)
    where group_id = $4 and level = 1 and credited.partner_uid = $1
      and reward_date between cast($5 as date) and cast($6 as date)
    group by client_uid, credited.partner_account, credited.currency
    having sum(reward) > 0
    order by client_uid, account_id`,
    [...parametersOf(division), groupId, start, end],
    { signal },
  );
}

/** A client's rewards on one account up to a payout. */
interface Rewarded {
  readonly client_uid: string;
  readonly account_id: string;
  readonly payout: number | null;
}

/** What later payouts added to such rewards or took from them, by client and account. */
export async function readAdjusted(
  { facts: { database }, signal }: FactsContext,
  partnerUid: string,
  rewarded: readonly Rewarded[],
  { start, end }: Span,
): Promise<Map<string, Decimal>> {
  const rows = await database.query<{ client_uid: string; account_id: string; reward: Decimal }>(
    `select client_uid, account_id, sum(reward) as reward
    from ${jsonRows(2, { client_uid: 'varchar', account_id: 'varchar', payout: 'bigint' })} rewarded
    join credited_rewards credited using (client_uid)
    where credited.partner_uid = $1 and partner_account = account_id and level = 1 and reward_order > payout
      and reward_date between cast($3 as date) and cast($4 as date)
    group by client_uid, account_id`,
    [partnerUid, JSON.stringify(rewarded), start, end],
    { signal },
  );
  return new Map(rows.map(({ client_uid, account_id, reward }) => [`${client_uid} ${account_id}`, reward]));
}
