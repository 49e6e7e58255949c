import type { Static } from 'typebox';
import { partnerOf } from '../requests/index.ts';
import type { Campaigns, Link, Links, LINKS_QUERY } from './schema.ts';
import type { FactsContext } from '../facts/handle/index.ts';

/** The setting `partner.linkUrl`; empty without one. */
export type LinkUrl = string;

const LINK_CODE = '{link_code}';

export const addressOf = (linkUrl: LinkUrl, linkCode: string): string | null =>
  linkUrl === '' ? null : linkUrl.replaceAll(LINK_CODE, encodeURIComponent(linkCode));

/** The parameter is the partner. */
export const OWN = 'partner_no = (select partner_no from partners where partner_uid = $1)';

type Row = Omit<Link, 'address' | 'last_clicked_at'> & { last_clicked_at: Date | null };

const LIST = (page: string): string => `
  with own as materialized (
    select link_code, partner_account, campaign_code, campaigns.title as campaign_title
    from links left join campaigns using (campaign_code)
    where ${OWN} and (contains(lower(link_code), lower($2)) or contains(lower(campaigns.title), lower($2)))
  ),
  page as materialized (from own order by link_code ${page}),
  clicked as (
    select link_code, count(*) as click_count, max(clicked_at) as last_clicked_at from clicks
    where ${OWN} and link_code in (select link_code from page) group by link_code
  ),
  registered as (
    select link_code, count(*) as clients_count from clients
    where ${OWN} and link_code in (select link_code from page) group by link_code
  )
  select page.*, coalesce(click_count, 0) as click_count, last_clicked_at, coalesce(clients_count, 0) as clients_count,
    (select count(*) from own) as total
  from page left join clicked using (link_code) left join registered using (link_code)
  order by link_code`;

/** The links of the partner, by code. */
export async function listLinks(
  { actor, facts: { database }, signal }: FactsContext,
  linkUrl: LinkUrl,
  { q = '', limit = 100, offset = 0 }: Static<typeof LINKS_QUERY>,
): Promise<Links> {
  const partnerUid = partnerOf(actor);
  return database.snapshot(async (session) => {
    const rows = await session.query<Row & { total: number }>(
      LIST(`limit ${limit} offset ${offset}`),
      [partnerUid, q],
      { signal },
    );
    const links = rows.map(({ total: _total, last_clicked_at, ...row }) => ({
      ...row,
      address: addressOf(linkUrl, row.link_code),
      last_clicked_at: last_clicked_at?.toISOString() ?? null,
    }));
    return { links, count: rows[0]?.total ?? 0 };
  }, signal);
}

/** The campaigns of the partner: those that its links are part of. */
export async function listCampaigns({
  actor,
  facts: { database },
  signal,
}: FactsContext): Promise<Campaigns> {
  const campaigns = await database.query<Campaigns['campaigns'][number]>(
    `select campaign_code, title, eligible_countries, links_count
    from (
      select campaign_code, count(*) as links_count from links
      where ${OWN} and campaign_code is not null group by campaign_code
    ) used join campaigns using (campaign_code)
    order by title, campaign_code limit 1000`,
    [partnerOf(actor)],
    { signal },
  );
  return { campaigns };
}
