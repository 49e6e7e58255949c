import type { Static } from 'typebox';
import { Problem } from '../../../kernel/index.ts';
import type { Facts, FactsContext } from '../../facts/handle/index.ts';
import type { LINKS_QUERY, Links, Partner, Partners, PARTNERS_QUERY } from './schema.ts';

type Sums = Partners['partners'][number];

/** Partners of a condition with what they have and what was credited to them. */
const selectSums = (condition: string, page: string, today: Date): string => `
  with page as materialized (
    select partner_uid, partner_no, parent_uid, country, coalesce(ab_test, false) as ab_test
    from partners where ${condition} order by partner_uid ${page}
  ),
  credited as materialized (
    select partner_no, sum(usd) as usd from (
      select partner_no, reward_usd::decimal(38, 8) as usd from credited_rewards semi join page using (partner_no)
      union all
      select partner_no, compensation_amount from progress_rewards semi join page using (partner_no)
    ) group by partner_no
  )
  select page.partner_uid, page.parent_uid, page.country, page.ab_test,
    (select suspended_from from suspensions own where own.partner_no = page.partner_no
      and suspended_from <= ${literal(today)} and (suspended_to is null or suspended_to >= ${literal(today)}))
      as suspended_since,
    (select count(*) from partners child where child.parent_uid = page.partner_uid) as subpartners_count,
    (select count(*) from partner_accounts own where own.partner_no = page.partner_no) as accounts_count,
    (select count(*) from links own where own.partner_no = page.partner_no) as links_count,
    (select count(*) from clients own where own.partner_no = page.partner_no) as clients_count,
    coalesce(credited.usd, 0)::decimal(38, 8) as credited_usd
  from page left join credited using (partner_no)
  order by page.partner_uid`;

function literal(time: Date): string {
  return `date '${time.toISOString().slice(0, 10)}'`;
}

const SEARCH = `(
  contains(lower(partner_uid), lower($1))
  or partner_no in (select partner_no from partner_accounts where partner_account = $1)
  or partner_no in (select partner_no from links where link_code = $1)
)`;

export async function listPartners(
  { facts: { database }, signal, clock }: FactsContext,
  { q, parent_uid, limit = 100, offset = 0 }: Static<typeof PARTNERS_QUERY>,
): Promise<Partners> {
  const below = `(parent_uid = $2 or ($2 = '' and parent_uid is null))`;
  const given: string[] = [q ?? '', parent_uid ?? ''];
  const condition = `($1 = '' or ${SEARCH}) and ${parent_uid === undefined ? "$2 = ''" : below}`;
  return database.snapshot(async (session) => {
    const [counted] = await session.query<{ count: number }>(
      `select count(*) as count from partners where ${condition}`,
      given,
      { signal },
    );
    const page = `limit ${limit} offset ${offset}`;
    const found = await session.query<Sums>(selectSums(condition, page, clock.now()), given, { signal });
    return { partners: found.map(toSums), count: counted?.count ?? 0 };
  }, signal);
}

const toSums = (sums: Sums): Sums => ({ ...sums, credited_usd: sums.credited_usd.trim() });

export async function isPartner({ database }: Facts, partnerUid: string): Promise<boolean> {
  const found = await database.query('select 1 from partners where partner_uid = $1', [partnerUid]);
  return found.length > 0;
}

/** Whether it earns nothing today. */
export async function isSuspended(
  { facts: { database }, signal, clock }: FactsContext,
  partnerUid: string,
): Promise<boolean> {
  const found = await database.query(
    `select 1 from suspensions where partner_uid = $1 and suspended_from <= try_cast($2 as date)
      and (suspended_to is null or suspended_to >= try_cast($2 as date))`,
    [partnerUid, clock.now().toISOString().slice(0, 10)],
    { signal },
  );
  return found.length > 0;
}

const MAX_PARENTS = 100;

export async function showPartner(
  { facts: { database }, signal, clock }: FactsContext,
  partnerUid: string,
): Promise<Partner> {
  return database.snapshot(async (session) => {
    const select = selectSums('partner_uid = $1', '', clock.now());
    const [sums] = await session.query<Sums>(select, [partnerUid], { signal });
    if (!sums) throw noPartner(partnerUid);
    const parents = await session.query<{ partner_uid: string }>(
      `with recursive above(partner_uid, depth) as (
        select parent_uid, 1 from partners where partner_uid = $1 and parent_uid is not null
        union all
        select partners.parent_uid, depth + 1 from above join partners using (partner_uid)
        where partners.parent_uid is not null and depth < ${MAX_PARENTS}
      )
      select partner_uid from above order by depth`,
      [partnerUid],
    );
    const accounts = await session.query<Partner['accounts'][number]>(
      `select partner_account, currency, account_name, opened_on from partner_accounts
        where partner_uid = $1 order by opened_on, partner_account limit 1000`,
      [partnerUid],
    );
    const suspensions = await session.query<Partner['suspensions'][number]>(
      `select suspended_from, suspended_to, reason from suspensions
        where partner_uid = $1 order by suspended_from desc limit 1000`,
      [partnerUid],
    );
    return {
      ...toSums(sums),
      parents: parents.map(({ partner_uid }) => partner_uid),
      accounts,
      suspensions,
    };
  }, signal);
}

const noPartner = (partnerUid: string): Problem =>
  new Problem('not_found', `There is no partner ${partnerUid}.`);

/** The fact of a partner, to change parts of it. */
export async function readPartner(
  { facts: { database } }: FactsContext,
  partnerUid: string,
): Promise<Record<string, string | boolean | null>> {
  const [found] = await database.query<Record<string, string | boolean | null>>(
    'select partner_uid, parent_uid, country, ab_test from partners where partner_uid = $1',
    [partnerUid],
  );
  if (!found) throw noPartner(partnerUid);
  return found;
}

/** Whether the account is one of the partner's. */
export async function hasAccount(
  { facts: { database } }: FactsContext,
  partnerUid: string,
  account: string,
): Promise<boolean> {
  const sql = 'select 1 from partner_accounts where partner_uid = $1 and partner_account = $2';
  return (await database.query(sql, [partnerUid, account])).length > 0;
}

export async function listLinks(
  context: FactsContext,
  partnerUid: string,
  { limit = 100, offset = 0 }: Static<typeof LINKS_QUERY>,
): Promise<Links> {
  await readPartner(context, partnerUid);
  const { database } = context.facts;
  const own = `from links join partners using (partner_no) where partners.partner_uid = $1`;
  return database.snapshot(async (session) => {
    const [counted] = await session.query<{ count: number }>(`select count(*) as count ${own}`, [partnerUid]);
    const links = await session.query<Links['links'][number]>(
      `select page.link_code, partner_account, campaign_code, campaigns.title as campaign_title,
          (select count(*) from clients where clients.link_code = page.link_code) as clients_count
        from (select links.link_code, partner_account, campaign_code ${own} order by link_code
          limit ${limit} offset ${offset}) page
        left join campaigns using (campaign_code) order by page.link_code`,
      [partnerUid],
    );
    return { links, count: counted?.count ?? 0 };
  }, context.signal);
}
