import { beforeAll, expect, test } from 'vitest';
import { put } from '../testing/facts.ts';
import { openOffice } from '../wallets/testing/office.ts';
import { linkEndpoints } from './index.ts';
import type { Campaigns, Link, Links } from './schema.ts';

const LINK_URL = 'https://broker.example/open?link={link_code}&lang=en';
const office = await openOffice((facts) => linkEndpoints(facts, LINK_URL));
const path = '/api/partner/links/';

const click = (click_id: string, link_code: string, clicked_at: string) => ({
  click_id,
  link_code,
  clicked_at,
});
const list = async (partner: string, query = '') =>
  (await office.send<Links>(partner, 'GET', `${path}${query}`)).body;
const campaigns = async (partner: string) =>
  (await office.send<Campaigns>(partner, 'GET', '/api/partner/campaigns/')).body.campaigns;
const create = (partner: string, link: object, key?: string) =>
  office.send(partner, 'POST', path, { body: link, headers: key ? { 'idempotency-key': key } : {} });

beforeAll(async () => {
  await put(
    office.bringing,
    'clicks',
    click('k1', 'L1', '2024-03-01T09:15:00Z'),
    click('k2', 'L1', '2024-03-02T09:15:00Z'),
    click('k3', 'L2', '2024-03-03T09:15:00Z'),
  );
});

test('the list has the address, campaign, clicks and clients of the own links, and of no other', async () => {
  expect(await list('P1')).toEqual({
    links: [
      {
        link_code: 'L1',
        address: 'https://broker.example/open?link=L1&lang=en',
        partner_account: '700001',
        campaign_code: 'spring',
        campaign_title: 'Spring',
        click_count: 2,
        last_clicked_at: '2024-03-02T09:15:00.000Z',
        clients_count: 1,
      },
    ],
    count: 1,
  });
  expect((await list('P2')).links.map(({ link_code }) => link_code)).toEqual(['L2']);
  // P0 is above P1: links of its partners are not its own.
  expect(await list('P0')).toEqual({ links: [], count: 0 });
  expect(await list('P1', '?q=SPRI')).toMatchObject({ count: 1 });
  expect(await list('P1', '?q=L2')).toEqual({ links: [], count: 0 });
});

test('a created link is listed with its address, is the same when sent again, and is in the audit log', async () => {
  const link = { link_code: 'news-1', partner_account: '700001', campaign_code: 'spring' };
  const created = await office.send<Link>('P1', 'POST', path, { body: link });
  expect(created.status).toBe(201);
  expect(created.body).toEqual((await list('P1', '?q=news-1')).links[0]);
  expect(created.body.address).toBe('https://broker.example/open?link=news-1&lang=en');
  expect((await create('P1', link)).status).toBe(201);
  expect(await list('P1')).toMatchObject({ count: 2 });
  const audited = await office.database.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('action', '=', 'link.create')
    .execute();
  expect(audited).toEqual([{ action: 'link.create', actor_id: 'P1' }]);
});

test('a key protects a link that is sent twice, and is refused with another link', async () => {
  const link = { link_code: 'keyed', partner_account: '700001' };
  expect((await create('P1', link, 'k-1')).status).toBe(201);
  expect((await create('P1', link, 'k-1')).status).toBe(201);
  const other = await create('P1', { ...link, link_code: 'keyed-2' }, 'k-1');
  expect(other.body.code).toBe('reference_reused');
});

test.each([
  ['a code of another partner', { link_code: 'L2' }, 409, 'link_code', /is taken/],
  ['an account of another partner', { partner_account: '700002' }, 422, 'partner_account', /not an account/],
  ['an unknown account', { partner_account: '1' }, 422, 'partner_account', /not an account of yours/],
  ['an unknown campaign', { campaign_code: 'summer' }, 422, 'campaign_code', /not a campaign of yours/],
  ['a code that breaks addresses', { link_code: 'a b?' }, 400, 'link_code', /letters, digits/],
  ['an unknown field', { colour: 'red' }, 400, 'colour', /is not known here/],
])('%s is refused with the field at fault', async (_what, part, status, field, reason) => {
  const answer = await create('P1', { link_code: 'fresh', partner_account: '700001', ...part });
  expect(answer.status).toBe(status);
  expect(answer.body.errors?.[field]?.join()).toMatch(reason);
  expect(await list('P1', '?q=fresh')).toMatchObject({ count: 0 });
});

test('a campaign without a link of the partner is not known to it', async () => {
  expect(await campaigns('P2')).toEqual([]);
  expect(await campaigns('P1')).toMatchObject([{ campaign_code: 'spring', title: 'Spring' }]);
  const stolen = await create('P2', {
    link_code: 'p2-1',
    partner_account: '700002',
    campaign_code: 'spring',
  });
  expect(stolen.body.errors).toHaveProperty('campaign_code');
});

test('a credential that only reads cannot create a link', async () => {
  const link = { link_code: 'read-only', partner_account: '700001' };
  expect((await create('reader:P1', link)).status).toBe(403);
});
