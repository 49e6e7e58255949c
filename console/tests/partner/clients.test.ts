import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { encode } from 'uqr';
import { choose } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';
import { cellsOf, rowsOf } from '../testing/rows.ts';

const { desk, visit } = await openDesk('partner,worker');
const [paula, mara] = await Promise.all([visit('paula'), visit('mara')]);
const [api, manager] = [partnerOf(paula, desk.partnerUrl), partnerOf(mara, desk.partnerUrl)];

const open = (page: Page, path: string) => page.goto(`${desk.partnerUrl}/console${path}`);
const digits = (text = '') => text.replaceAll(/[^\d.-]/g, '');

it('clients are those of the API, are found by a part of their number, and open with accounts and rewards', async () => {
  const { page } = paula;
  await open(page, '/clients?order=-reward_usd');
  const { data, totals } = await api.reports.clients({ ordering: ['-reward_usd'] }).page({ limit: 10 });
  await page.getByText(`${totals.count} rows`).waitFor();
  const shown = await cellsOf(page, 'Clients');
  expect(shown.slice(0, 10).map((row) => [row['Client'], digits(row['Reward, USD'])])).toEqual(
    data.map(({ client_uid, reward_usd }) => [client_uid, reward_usd]),
  );
  await checkScreen(paula);

  const [best] = data;
  if (!best) throw new Error('The demo has clients.');
  await page.getByLabel('Find a client').fill(best.client_uid);
  await expect.poll(() => rowsOf(page, 'Clients')).toEqual([best.client_uid]);
  expect(new URL(page.url()).searchParams.get('q')).toBe(best.client_uid);
  await page.locator(`[data-row="${best.client_uid}"]`).click();
  await page.getByRole('heading', { level: 1, name: best.client_uid }).waitFor();
  const accounts = await api.reports.clientAccounts({ client_uid: [best.client_uid] }).page();
  await expect
    .poll(() => rowsOf(page, 'Accounts'))
    .toEqual(accounts.data.map(({ client_account }) => client_account));
  const rewards = await api.reports
    .creditedRewards({ client_uid: [best.client_uid], ordering: ['-reward_date'] })
    .page({ limit: 5 });
  await expect
    .poll(async () => (await rowsOf(page, 'Credited rewards')).slice(0, 5))
    .toEqual(rewards.data.map(({ id }) => `${id}`));
  await checkScreen(paula);
  await page.locator(`table[aria-label="Credited rewards"] [data-row="${rewards.data[0]?.id}"]`).click();
  await expect
    .poll(() => new URL(page.url()).pathname)
    .toBe(`/console/rewards/credited/${rewards.data[0]?.id}`);
});

it('a text finds all rows whose number contains it, however many, in their order', async () => {
  const { page } = paula;
  const uids: string[] = [];
  for await (const { client_uid } of api.reports.clients({ ordering: ['-reward_usd'] }).rows())
    uids.push(client_uid);
  const found = uids.filter((uid) => uid.includes('7'));
  expect(found.length).toBeGreaterThan(100);
  expect(found.length).toBeLessThan(uids.length);
  await open(page, '/clients?order=-reward_usd&q=7');
  await page.getByText(`${found.length} rows`).waitFor();
  expect((await rowsOf(page, 'Clients')).slice(0, 10)).toEqual(found.slice(0, 10));

  const { data: shared } = await api.reports.sharedAccounts({ ordering: ['client_account'] }).page();
  const part = shared[0]?.client_account.slice(-2) ?? '';
  await open(page, `/shared-accounts?order=client_account&q=${part}`);
  await expect
    .poll(() => rowsOf(page, 'Shared accounts'))
    .toEqual(shared.map(({ client_account }) => client_account).filter((account) => account.includes(part)));

  const { data: below } = await api.reports.subpartners({ ordering: ['subpartner_uid'] }).page();
  const end = below[0]?.subpartner_uid.slice(-2).toLowerCase() ?? '';
  await open(page, `/subpartners?order=subpartner_uid&q=${end}`);
  await expect
    .poll(() => rowsOf(page, 'Sub-partners'))
    .toEqual(below.map(({ subpartner_uid: uid }) => uid).filter((uid) => uid.toLowerCase().includes(end)));
});

it('a country narrows the list, and the address keeps it', async () => {
  const { page } = paula;
  await open(page, '/clients');
  await choose(page, 'Country', 'Indonesia');
  const { totals } = await api.reports.clients({ client_country: ['ID'] }).page({ limit: 1 });
  await page.getByText(`${totals.count} rows`).waitFor();
  await page.reload();
  await page.getByText(`${totals.count} rows`).waitFor();
  expect(new Set((await cellsOf(page, 'Clients')).map((row) => row['Country']))).toEqual(
    new Set(['Indonesia']),
  );
});

it("the check finds the partner's own client, and says the same about another partner's as about nobody's", async () => {
  const { page } = paula;
  const [own] = (await api.reports.clients().page({ limit: 1 })).data;
  const [foreign] = (await manager.as('P1001').reports.clients().page({ limit: 1 })).data;
  await open(page, '/clients');
  await page.getByRole('button', { name: 'Is a client yours?' }).click();
  const dialog = page.getByRole('dialog');
  const ask = async (uid = '') => {
    await dialog.getByRole('textbox', { name: 'Client' }).fill(uid);
    await dialog.getByRole('button', { name: 'Check' }).click();
    return dialog.getByRole('status').textContent();
  };
  expect(await ask(own?.client_uid)).toContain('1 client of yours matches.');
  await checkScreen(paula);
  const unknown = await ask('nobody');
  expect(unknown).toContain('not a client of yours');
  expect(await ask(foreign?.client_uid)).toBe(unknown);
});

it('shared accounts and sub-partners are those of the API, each with what it earned', async () => {
  const { page } = paula;
  await open(page, '/shared-accounts');
  const shared = await api.reports
    .sharedAccounts({ ordering: ['-agent_commission_usd'] })
    .page({ limit: 50 });
  expect(shared.totals.count).toBeGreaterThan(3);
  await page.getByText(`${shared.totals.count} rows`).waitFor();
  expect(
    (await cellsOf(page, 'Shared accounts')).map((row) => [row['Account'], digits(row['Commission, USD'])]),
  ).toEqual(shared.data.map((row) => [row.client_account, row.agent_commission_usd]));
  await checkScreen(paula);

  await open(page, '/subpartners');
  const below = await api.reports.subpartners({ ordering: ['-reward_usd'] }).page();
  expect(below.totals.count).toBeGreaterThan(1);
  await page.getByText(`${below.totals.count} rows`).waitFor();
  expect(
    (await cellsOf(page, 'Sub-partners')).map((row) => [row['Partner'], digits(row['Your reward, USD'])]),
  ).toEqual(below.data.map((row) => [row.subpartner_uid, row.reward_usd]));
  await checkScreen(paula);

  const uid = below.data[0]?.subpartner_uid ?? '';
  await page.locator(`[data-row="${uid}"]`).click();
  await page.getByRole('heading', { level: 1, name: uid }).waitFor();
  const accounts = await api.reports
    .secondLevelAccounts({ subpartner_uid: [uid], ordering: ['-reward_usd'] })
    .page({ limit: 5 });
  await expect
    .poll(async () => (await rowsOf(page, 'Client accounts')).slice(0, 5))
    .toEqual(accounts.data.map(({ client_account }) => client_account));
  await page.getByRole('table', { name: 'Second-level rewards' }).waitFor();
  await checkScreen(paula);
});

it('a link built on the screen exists, and its QR code holds its address with the UTM parameters', async () => {
  const { page } = paula;
  await open(page, '/links');
  await page.getByRole('link', { name: 'New link' }).click();
  await page.getByRole('textbox', { name: 'Code' }).fill('ln1001');
  const [account] = (await api.wallets.list()).accounts;
  await choose(page, 'Account', `${account?.name} ${account?.id} (${account?.currency})`);
  const [campaign] = (await api.links.campaigns()).campaigns;
  await choose(page, 'Campaign', campaign?.title ?? '');
  await checkScreen(paula);
  // Another partner has this code.
  await page.getByRole('button', { name: 'Create the link' }).click();
  await page.getByRole('alert').getByText('Code is taken: choose another code.', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Code' }).fill('paulas-news');
  await page.getByRole('button', { name: 'Create the link' }).click();

  const panel = page.getByRole('dialog', { name: 'paulas-news' });
  await panel.getByLabel('UTM source').fill('news letter');
  await panel.getByLabel('UTM campaign').fill('spring&summer');
  const [link] = (await api.links.list({ q: 'paulas-news' })).links;
  expect(link).toMatchObject({
    partner_account: account?.id,
    campaign_code: campaign?.campaign_code,
    click_count: 0,
  });
  const address = `${link?.address}&utm_source=news+letter&utm_campaign=spring%26summer`;
  expect(await panel.locator('[data-address]').textContent()).toBe(address);
  const drawn = await panel
    .getByRole('img', { name: 'QR code of the address' })
    .locator('path')
    .getAttribute('d');
  const { data } = encode(address, { border: 3 });
  expect([...(drawn ?? '').matchAll(/M(\d+) (\d+)h/g)].map(([, x, y]) => `${x} ${y}`)).toEqual(
    data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : []))),
  );
  await checkScreen(paula);
  const saving = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Download the QR code' }).click();
  expect((await saving).suggestedFilename()).toBe('link-paulas-news.svg');
  await page.keyboard.press('Escape');
  await page.locator('[data-row="paulas-news"]').waitFor();
  const busiest = (await api.links.list()).links.find(({ click_count }) => click_count > 0);
  const row = (await cellsOf(page, 'Links')).find(({ Link: code }) => code === busiest?.link_code);
  expect(digits(row?.['Clicks'])).toBe(`${busiest?.click_count}`);
  await checkScreen(paula);
});

it('ids of another partner are not found, like ids that do not exist', async () => {
  const { page } = paula;
  const [client] = (await manager.as('P1001').reports.clients().page({ limit: 1 })).data;
  for (const [path, text] of [
    [`/clients/${client?.client_uid}`, 'There is no such client'],
    ['/clients/nobody', 'There is no such client'],
    ['/subpartners/P1005', 'There is no such sub-partner'],
    ['/links?id=ln1001', 'There is no such link'],
  ] as const) {
    await open(page, path);
    await expect.poll(() => page.getByText(text).first().isVisible(), { message: path }).toBe(true);
  }
  await checkScreen(paula);
});

it('a manager who looks at the partner sees the same rows and nothing to write with', async () => {
  const { page } = mara;
  await open(page, '/clients?as=demo-partner&order=-reward_usd');
  const { data } = await api.reports.clients({ ordering: ['-reward_usd'] }).page({ limit: 10 });
  await expect
    .poll(async () => (await rowsOf(page, 'Clients')).slice(0, 10))
    .toEqual(data.map(({ client_uid }) => client_uid));
  expect(await page.getByRole('button', { name: 'Is a client yours?' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Links' }).click();
  const { links } = await api.links.list({ limit: 5 });
  await expect
    .poll(async () => (await rowsOf(page, 'Links')).slice(0, 5))
    .toEqual(links.map(({ link_code }) => link_code));
  expect(await page.getByRole('link', { name: 'New link' }).count()).toBe(0);
  await checkScreen(mara);
});

it("a partner who opens a manager's link sees their own rows, and can write", async () => {
  const { page } = paula;
  await open(page, '/clients?as=P1001&order=-reward_usd');
  const { data } = await api.reports.clients({ ordering: ['-reward_usd'] }).page({ limit: 10 });
  await expect
    .poll(async () => (await rowsOf(page, 'Clients')).slice(0, 10))
    .toEqual(data.map(({ client_uid }) => client_uid));
  await page.getByRole('button', { name: 'Is a client yours?' }).waitFor();
  await open(page, '/links?as=P1001');
  await page.getByRole('link', { name: 'New link' }).waitFor();
  await checkScreen(paula);
});
