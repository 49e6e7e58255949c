import { clientCredentials, Partner } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { confirmByPasskey } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';
import { daysAgo } from '../testing/program.ts';
import { rowsOf } from '../testing/rows.ts';
import type { Visitor } from '../testing/visitor.ts';

const { desk, visit, visitBy } = await openDesk('partner,worker');
const [mara, milan] = await Promise.all([visit('mara'), visit('milan')]);
const program = partnerOf(mara, desk.partnerUrl);

const open = ({ page }: Visitor, path: string) => page.goto(`${desk.partnerUrl}/console/${path}`);

/** Confirms the only proposal that waits, with a second factor. */
async function confirmProposal(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await open(visitor, 'proposals');
  await page.locator('tr[data-row]').first().click();
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await confirmByPasskey(page);
  await page.getByRole('dialog').getByText('Confirmed', { exact: true }).waitFor();
}

/** Confirms as another admin what waits for an account that gets a power. */
async function confirmAccess(visitor: Visitor, account: string): Promise<void> {
  const { page } = visitor;
  await open(visitor, 'access');
  await page.getByText(account).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await confirmByPasskey(page);
  await page.getByText('Nothing waits').waitFor();
}

it('the overview has the sums of all partners, and those who earned most', async () => {
  const { page } = mara;
  const period = { date_from: daysAgo(6), date_to: daysAgo(0) };
  const report = program.reports.programPerformance({
    ...period,
    group_by: ['partner_uid'],
    ordering: ['-reward_usd'],
  });
  const { data, totals } = await report.page({ limit: 8 });
  await open(mara, '?period=7d');
  const rewards = page.getByRole('group', { name: 'First-level rewards' });
  await expect.poll(() => rewards.getByTitle(totals.reward_usd, { exact: true }).count()).toBe(1);
  const bars = page.getByRole('list', { name: 'Partners who earned most' }).getByRole('listitem');
  await expect
    .poll(() => bars.evaluateAll((items) => items.map((item) => item.getAttribute('data-bar'))))
    .toEqual(data.filter(({ reward_usd: usd }) => usd !== '0').map(({ group_fields: [uid] }) => uid));
  await page.getByRole('region', { name: 'Latest payouts' }).getByRole('link').nth(1).waitFor();
  await checkScreen(mara);
});

it('the list has the partners of the API, and finds them by a part of their uid, an account or a link', async () => {
  const { page } = mara;
  const { partners } = await program.partners.list({ limit: 50 });
  await open(mara, 'partners');
  const shown = async () => rowsOf(page, 'Partners');
  await expect
    .poll(shown)
    .toEqual(partners.map(({ partner_uid: uid }) => uid).slice(0, (await shown()).length));
  await checkScreen(mara);
  const found = partners.find(({ partner_uid: uid }) => uid === 'demo-partner');
  const { links } = await program.partners.links('demo-partner', { limit: 1 });
  await page.getByRole('textbox', { name: /^Find/ }).fill(links[0]?.link_code ?? '');
  await expect.poll(shown).toEqual(['demo-partner']);
  expect(await page.locator('[data-row="demo-partner"]').textContent()).toContain(
    String(found?.clients_count),
  );
  await page.getByRole('textbox', { name: /^Find/ }).fill('nobody-of-that-name');
  await page.getByText('No partner matches').waitFor();
});

it('a new partner is refused with the field that is wrong, and then has an account, a link and a person', async () => {
  const { page } = mara;
  await open(mara, 'partners/new');
  await page.getByLabel('Partner UID').fill('P-new');
  await page.getByLabel('Country').fill('Portugal');
  await page.getByRole('button', { name: 'Create the partner' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Country').getAttribute('aria-invalid')).toBe('true');
  await checkScreen(mara);
  await page.getByLabel('Country').fill('PT');
  await page.getByRole('button', { name: 'Create the partner' }).click();
  await page.getByRole('heading', { level: 1, name: 'P-new' }).waitFor();

  await page.getByRole('button', { name: 'Open an account' }).click();
  await page.getByLabel('Partner account').fill('P-new-account');
  await page.getByLabel('Currency').fill('EUR');
  await page.getByLabel('Account name').fill('Main');
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Open the account' }).click();
  await page.locator('[data-row="P-new-account"]').waitFor();
  await page.getByRole('button', { name: 'New link' }).click();
  await page.getByLabel('Link code').fill('P-new-link');
  await page.getByRole('button', { name: 'Create the link' }).click();
  await page.locator('[data-row="P-new-link"]').waitFor();
  await checkScreen(mara);
  expect(await program.partners.get('P-new')).toMatchObject({
    country: 'PT',
    links_count: 1,
    accounts: [{ partner_account: 'P-new-account', currency: 'EUR' }],
  });

  await page.getByRole('link', { name: 'Invite a person' }).click();
  expect(await page.getByLabel('Partner').inputValue()).toBe('P-new');
  await page.getByLabel('Login').fill('pia@example.com');
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Create the invitation' }).click();
  const question = page.getByRole('dialog', { name: 'Confirm with your second factor' });
  await question.getByText('The person acts for the partner P-new').waitFor();
  await question.getByText('With partner.').waitFor();
  await checkScreen(mara);
  await confirmByPasskey(page);
  const link = (await page.locator('[data-secret]').textContent()) ?? '';
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await confirmAccess(milan, 'pia@example.com');
  await open(mara, 'people');
  await expect.poll(() => page.locator('[data-row="pia@example.com"]').textContent()).toContain('P-new');
  await checkScreen(mara);
  const pia = await visitBy(link);
  const own = partnerOf(pia, desk.partnerUrl);
  expect((await own.wallets.list()).accounts.map(({ id }) => id)).toEqual(['P-new-account']);
  expect(await pia.page.getByRole('link', { name: 'Partners', exact: true }).count()).toBe(0);
});

it('a suspension waits for a second manager, then the partner earns nothing in it, and a reinstatement undoes it', async () => {
  const own = partnerOf(await visit('paula'), desk.partnerUrl);
  const [from, to] = [daysAgo(6), daysAgo(1)];
  const earned = async () =>
    (await own.reports.performance({ date_from: from, date_to: to }).totals()).reward_usd;
  const before = await earned();
  expect(Number(before)).toBeGreaterThan(0);

  const { page } = mara;
  await open(mara, 'partners/demo-partner');
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByLabel('First day').fill(from);
  await page.getByLabel('Reason, for the second person').fill('Traffic under review');
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Propose the suspension' }).click();
  await page.getByText('mara proposed a suspension.').waitFor();
  await page.getByRole('link', { name: 'Show the proposal' }).click();
  await page.getByText('You proposed it.').waitFor();
  expect(await page.getByRole('button', { name: 'Confirm', exact: true }).count()).toBe(0);
  await checkScreen(mara);
  expect(await earned()).toBe(before);

  await open(milan, '');
  await expect.poll(() => milan.page.getByRole('link', { name: /^Proposals/ }).textContent()).toContain('1');
  await confirmProposal(milan);
  await checkScreen(milan);
  expect(await earned()).toBe('0');
  await open(mara, 'partners/demo-partner');
  await page.getByText(/^Suspended since/).waitFor();
  await page.getByRole('cell', { name: 'Traffic under review' }).waitFor();
  await checkScreen(mara);

  await page.getByRole('button', { name: 'Reinstate' }).click();
  await page.getByLabel('Earns again from').fill(from);
  await page.getByRole('button', { name: 'Propose the reinstatement' }).click();
  await page.getByRole('link', { name: 'Show the proposal' }).waitFor();
  await confirmProposal(milan);
  expect(await earned()).toBe(before);
  await open(mara, 'partners/demo-partner');
  await page.getByText('Never suspended.').waitFor();
});

it('a planned suspension is cancelled before it begins', async () => {
  const { page } = mara;
  await open(mara, 'partners/demo-partner');
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByLabel('First day').fill(daysAgo(-10));
  await page.getByRole('button', { name: 'Propose the suspension' }).click();
  await page.getByText('mara proposed a suspension.').waitFor();
  expect(await page.getByRole('link', { name: /^Proposals/ }).textContent()).not.toMatch(/\d/);
  await confirmProposal(milan);
  await open(mara, 'partners/demo-partner');
  await page.getByRole('button', { name: 'Cancel it' }).click();
  expect(await page.getByLabel('Earns again from').inputValue()).toBe(daysAgo(-10));
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Propose the reinstatement' }).click();
  await page.getByRole('link', { name: 'Show the proposal' }).waitFor();
  await confirmProposal(milan);
  expect((await program.partners.get('demo-partner')).suspensions).toEqual([]);
});

it('a form whose fields cannot be read says so, offers no button, and comes when it is tried again', async () => {
  const { page } = mara;
  const kinds = '**/api/manage/facts/kinds';
  await page.route(kinds, (route) => route.abort());
  await open(mara, 'partners/new');
  await page.getByRole('alert').waitFor();
  expect(await page.getByRole('button', { name: 'Create the partner' }).count()).toBe(0);
  await page.unroute(kinds);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('Partner UID').waitFor();
  await page.getByRole('button', { name: 'Create the partner' }).waitFor();
});

it('a manager who looks at a partner sees that, and comes back', async () => {
  const { page } = milan;
  await open(milan, 'partners/demo-partner');
  await page.getByRole('link', { name: 'See what this partner sees' }).click();
  await page.getByText('You see what the partner demo-partner sees').waitFor();
  expect(new URL(page.url()).searchParams.get('as')).toBe('demo-partner');
  expect(await page.getByRole('link', { name: 'Proposals' }).count()).toBe(0);
  await checkScreen(milan);
  await page.getByRole('button', { name: 'Back to the program' }).click();
  await page.getByRole('heading', { level: 1, name: 'Partners' }).waitFor();
});

it('a client of the API gets a token for the scopes that were chosen, and none after it is revoked', async () => {
  const { page } = mara;
  await open(mara, 'api-clients/new');
  await page.getByLabel('Name').fill('nightly-facts');
  await page.getByLabel('facts:write').check();
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Create the client' }).click();
  await confirmByPasskey(page);
  const secret = (await page.locator('[data-secret]').textContent()) ?? '';
  await checkScreen(mara);
  await confirmAccess(milan, 'nightly-facts');
  const bot = new Partner({ url: desk.partnerUrl, auth: clientCredentials('nightly-facts', secret) });
  const rate = { currency: 'SEK', rate_date: daysAgo(5), per_usd: '10.4412' };
  expect(await bot.facts.send('rates', [rate])).toMatchObject({ accepted: 1 });
  await expect(bot.partners.list()).rejects.toMatchObject({ status: 403 });
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await open(mara, 'api-clients');
  const row = page.locator('[data-row="nightly-facts"]');
  await row.click();
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Revoke' }).click();
  await confirmByPasskey(page);
  await expect.poll(() => row.textContent()).toContain('Revoked');
  await expect(bot.facts.send('rates', [rate])).rejects.toMatchObject({ status: 401 });
  await page.keyboard.press('Escape');
  await checkScreen(mara);
});
