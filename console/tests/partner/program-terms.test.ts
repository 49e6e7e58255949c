import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { confirmByPasskey } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';
import { addPartner, anOrder, daysAgo, USD_PER_LOT } from '../testing/program.ts';
import type { Visitor } from '../testing/visitor.ts';

const { desk, visit } = await openDesk('partner,worker');
const [mara, milan] = await Promise.all([visit('mara'), visit('milan')]);
const program = partnerOf(mara, desk.partnerUrl);

const COMPUTING_MS = 60_000;
const REASONS = {
  clients: 'Tariff for every partner',
  below: 'Rewards of partners below',
  shared: 'Commissions of shared accounts',
};

const open = ({ page }: Visitor, path: string) => page.goto(`${desk.partnerUrl}/console/${path}`);
const monthBefore = (): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
};

async function confirm(id: string | null): Promise<void> {
  const { page } = milan;
  await open(milan, `proposals?id=${id}`);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  await checkScreen(milan);
  await confirmByPasskey(page);
  await page.getByRole('dialog').getByText('Confirmed', { exact: true }).waitFor();
}

it('what a draft tariff would have paid last month is what is credited after a second manager confirmed it', async () => {
  const { uid } = await addPartner(program, 'draft');
  const month = monthBefore();
  const lots = ['1.37', '0.04', '12.5'];
  const orders = lots.map((each, index) => anOrder('draft', index + 1, `${month}-1${index}`, each));
  await program.facts.send('orders', orders);
  const allLots = lots.reduce((total, each) => total.plus(each), new Big(0));

  const { page } = mara;
  await open(mara, 'tariffs');
  await page.locator('tr[data-row]').first().waitFor();
  await checkScreen(mara);
  await page.getByRole('link', { name: 'New tariff' }).click();
  await page.getByRole('combobox', { name: 'Partner UID' }).fill(uid);
  await page.getByRole('option', { name: uid, exact: true }).click();
  const day = page.getByRole('textbox', { name: 'Valid from' });
  await day.fill(`${month}-01`);
  await day.press('Tab');
  await page.getByLabel('Reward size', { exact: true }).fill('11.11');
  const currency = page.getByRole('combobox', { name: 'Reward size currency' });
  await currency.fill('usd');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'See what it would have paid' }).click();
  await page.getByRole('alert').waitFor();
  expect(await currency.getAttribute('aria-invalid')).toBe('true');
  await currency.fill('us dol');
  await page.getByRole('option', { name: 'USD – US Dollar' }).click();
  expect(await currency.inputValue()).toBe('USD');
  await page.getByRole('button', { name: 'See what it would have paid' }).click();
  const row = page.locator(`tr[data-row="${uid}"]`);
  // All partners and orders of the month are computed twice.
  await row.waitFor({ timeout: COMPUTING_MS });
  await checkScreen(mara);
  const shown = (await row.locator('td[data-label="Draft"]').textContent()) ?? '';
  const tariff = {
    partner_uid: uid,
    account_type: '*',
    symbol: '*',
    valid_from: `${month}-01`,
    formula_code: 'formula_forex',
    reward_size: '11.11',
    reward_size_currency: 'USD',
    level: 1,
  };
  const { partners } = await program.proposals.preview({ month, tariffs: [tariff] });
  const own = partners.find(({ partner_uid }) => partner_uid === uid);
  const preview = own?.preview_usd ?? '';
  expect(new Big(preview).toFixed()).toBe(allLots.times('11.11').toFixed());
  expect(new Big(own?.earned_usd ?? '').toFixed()).toBe(allLots.times(USD_PER_LOT).toFixed());
  expect(shown.replaceAll(',', '')).toBe(new Big(preview).toFixed(2));
  await page.getByLabel('Reason, for the second person').fill('New contract');
  await page.getByRole('button', { name: 'Propose it' }).click();
  await page.getByText('You proposed it.').waitFor();
  await checkScreen(mara);
  const id = new URL(page.url()).searchParams.get('id');
  expect(await program.proposals.get(id ?? '')).toMatchObject({ facts: [tariff], reason: 'New contract' });
  // Nothing of this partner is stored: it goes before the tariffs of every partner.
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Until now several tariffs apply here.').waitFor();
  await dialog.getByText(`${USD_PER_LOT} USD a lot`, { exact: true }).waitFor();

  await confirm(id);
  const second = partnerOf(milan, desk.partnerUrl);
  await desk.run('credit', '--through', daysAgo(1));
  let credited = new Big(0);
  for await (const { reward_usd } of second.as(uid).reports.creditedRewards().rows()) {
    credited = credited.plus(reward_usd);
  }
  expect(credited.eq(preview)).toBe(true);

  await open(milan, `tariffs?partner=${uid}`);
  await milan.page.locator('tr[data-row]').first().click();
  await milan.page
    .getByRole('list', { name: 'History' })
    .getByText(/11\.11 USD a lot/)
    .waitFor();
  await checkScreen(milan);
});

it('the second person reads old → new and why others change, on the screen and before the second factor', async () => {
  await addPartner(program, 'heir');
  await program.facts.send('orders', [anOrder('heir', 1, `${monthBefore()}-15`, '2')]);
  const { rows } = await program.terms.tariffs({ partner_uid: '*', account_type: 'standard', symbol: '*' });
  const stored = rows.find(({ state }) => state === 'present')?.fact ?? {};
  const { id } = await program.proposals.create({
    kind: 'tariffs',
    facts: [{ ...stored, reward_size: '8.25' }],
    reason: 'A raise for all',
  });
  const { page } = milan;
  await open(milan, `proposals?id=${id}`);
  const change = `${USD_PER_LOT} a lot → 8.25 a lot`;
  const panel = page.getByRole('dialog').first();
  await panel.locator('[data-others]').waitFor({ timeout: COMPUTING_MS });
  expect(await panel.locator('[data-changed]').allTextContents()).toEqual([change]);
  await panel.getByText('It replaces what is stored, also for days that have passed.').waitFor();
  const others = (await panel.locator('[data-others]').textContent()) ?? '';
  expect(others).toContain('tariff for every partner');
  const { partners } = await program.proposals.preview({
    month: monthBefore(),
    tariffs: [{ ...stored, reward_size: '8.25' }],
  });
  const row = panel.locator('tr[data-row]').first();
  const uid = await row.getAttribute('data-row');
  const reasons = partners.find(({ partner_uid }) => partner_uid === uid)?.changed_sources ?? [];
  expect(reasons.length).toBeGreaterThan(0);
  expect(await row.locator('td[data-label="Why"]').textContent()).toBe(
    reasons.map((source) => REASONS[source]).join(', '),
  );
  expect(partners.find(({ partner_uid }) => partner_uid === 'heir-partner')?.changed_sources).toEqual([
    'clients',
  ]);
  await checkScreen(milan);
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  const asked = page.getByRole('dialog', { name: 'Confirm with your second factor' });
  await asked.locator('[data-changed="reward_size"]').waitFor();
  expect(await asked.locator('[data-changed]').allTextContents()).toEqual([change]);
  expect(await asked.locator('[data-others]').textContent()).toBe(others);
  await checkScreen(milan);
  await page.keyboard.press('Escape');
  await partnerOf(milan, desk.partnerUrl).proposals.refuse(id);
});

it('a proposal is refused by another manager or withdrawn by its own, and nothing changes', async () => {
  const { page } = mara;
  const propose = async () => {
    await open(mara, 'tariffs?partner=*');
    await page.locator('tr[data-row]').first().click();
    await page.getByRole('link', { name: 'Change it' }).click();
    await page.getByText('It has the key of a stored tariff').waitFor();
    await page.getByRole('textbox', { name: 'Level', exact: true }).fill('9');
    await page.getByRole('button', { name: 'Propose it' }).click();
    await page.getByText('You proposed it.').waitFor();
    return new URL(page.url()).searchParams.get('id') ?? '';
  };
  const before = await program.terms.tariffs({ partner_uid: '*' });
  const refused = await propose();
  await open(milan, `proposals?id=${refused}`);
  await milan.page.getByRole('button', { name: 'Refuse', exact: true }).click();
  await milan.page.getByRole('button', { name: 'Refuse the proposal' }).click();
  await expect.poll(async () => (await program.proposals.get(refused)).status).toBe('REFUSED');
  const withdrawn = await propose();
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('button', { name: 'Withdraw the proposal' }).click();
  await expect.poll(async () => (await program.proposals.get(withdrawn)).status).toBe('WITHDRAWN');
  expect(await program.terms.tariffs({ partner_uid: '*' })).toEqual(before);
  await open(mara, 'proposals');
  await page.getByText('Nothing waits').waitFor();
  await checkScreen(mara);
  await page.getByLabel('Status').selectOption('ALL');
  await expect.poll(() => page.locator(`tr[data-row="${refused}"]`).textContent()).toContain('Refused');
  await checkScreen(mara);
});

it('a tier change is previewed as the API previews it, proposed, and listed with its history', async () => {
  const { page } = mara;
  await open(mara, 'tiers');
  await page.locator('tr[data-row]').first().waitFor();
  await checkScreen(mara);
  const { rows } = await program.terms.tierChanges({ partner_uid: 'demo-partner', limit: 1 });
  const stored = rows[0]?.fact ?? {};
  const dayOf = (name: string) => String(stored[name]).slice(0, 10);
  const change: Record<string, string | number | boolean | null> = {
    ...stored,
    compensation_id: 900_001,
    compensation_period_start: `${dayOf('compensation_period_start')}T00:00:00.000Z`,
    compensation_period_end: `${dayOf('compensation_period_end')}T23:59:59.999Z`,
    payment_date: `${dayOf('payment_date')}T00:00:00.000Z`,
  };
  await page.getByRole('link', { name: 'New tier change' }).click();
  for (const [role, name, label] of [
    ['textbox', 'compensation_id', 'Compensation ID'],
    ['combobox', 'partner_uid', 'Partner UID'],
    ['combobox', 'old_tier_group_id', 'Old tier group ID'],
    ['combobox', 'new_tier_group_id', 'New tier group ID'],
    ['textbox', 'compensation_period_start', 'Compensation period start'],
    ['textbox', 'compensation_period_end', 'Compensation period end'],
    ['textbox', 'payment_date', 'Payment date'],
    ['textbox', 'commission_percentage', 'Commission percentage'],
  ] as const) {
    const value = String(change[name]);
    // Moments are chosen by their days.
    await page.getByRole(role, { name: label }).fill(/T.*Z$/.test(value) ? value.slice(0, 10) : value);
    await page.keyboard.press('Tab');
  }
  await page.getByRole('button', { name: 'See what it would pay' }).click();
  const due = await page
    .getByRole('region', { name: 'It would pay' })
    .locator('[data-exact]')
    .getAttribute('data-exact');
  const { due_usd } = await program.proposals.previewTierChanges({ tier_changes: [change] });
  expect(due).toBe(due_usd);
  expect(new Big(due_usd).gt(0)).toBe(true);
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Propose it' }).click();
  await page.getByText('You proposed it.').waitFor();
  const id = new URL(page.url()).searchParams.get('id');
  await open(milan, `proposals?id=${id}`);
  await milan.page
    .getByRole('region', { name: 'It would pay' })
    .locator(`[data-exact="${due_usd}"]`)
    .waitFor();
  await checkScreen(milan);
  await confirm(id);
  await open(mara, 'tiers?partner=nobody&id=900001');
  await page.getByText('No tier change of this partner').waitFor();
  await page.getByRole('list', { name: 'History' }).getByText('milan').waitFor();
  await checkScreen(mara);
});

it('a level is refused with its fields, proposed, confirmed by a second manager, and changes what the partner misses', async () => {
  const { page } = mara;
  const { uid } = await addPartner(program, 'level');
  await program.facts.send('orders', [anOrder('level', 1, daysAgo(1), '1.5')]);
  await open(mara, 'tiers');
  await page.getByText('Levels', { exact: true }).click();
  await page.locator('tr[data-row]').first().waitFor();
  const { rows } = await program.terms.tierLevels();
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(rows.length);
  await checkScreen(mara);
  await page.getByRole('link', { name: 'New level' }).click();
  await page.getByLabel('Tier group ID').fill('0');
  await page.getByLabel('Name').fill('Starter');
  await page.getByLabel('Measure').selectOption('active_clients');
  await page.getByLabel('Threshold').fill('2.5');
  await page.getByRole('button', { name: 'Propose it' }).click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Threshold').getAttribute('aria-invalid')).toBe('true');
  await checkScreen(mara);
  await page.getByLabel('Threshold').fill('3');
  await page.getByRole('button', { name: 'Propose it' }).click();
  await page.getByText('You proposed it.').waitFor();
  await confirm(new URL(page.url()).searchParams.get('id'));
  expect(await program.as(uid).profile.tier()).toMatchObject({
    tier: null,
    next: { name: 'Starter', measure: 'active_clients', threshold: '3' },
    reached: '1',
    missing: '2',
  });
  await open(mara, `?as=${uid}`);
  const tier = page.getByRole('region', { name: 'Tier' });
  await tier.getByText('2 more active clients to reach Starter').waitFor();
  expect(await tier.textContent()).toContain('1 of 3 active clients in the last 30 days');
  await checkScreen(mara);
  await open(mara, `tiers/levels?id=${encodeURIComponent(`0 ${daysAgo(0)}`)}`);
  await page.getByRole('list', { name: 'History' }).getByText('milan').waitFor();
  await checkScreen(mara);
  await page.getByRole('link', { name: 'Change it' }).click();
  await page.getByText('It has the tier and the first day of a stored level').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Starter');
  await checkScreen(mara);
});

it('a term that an address names is shown whatever the list has, or said not to exist', async () => {
  const { page } = mara;
  const { rows } = await program.terms.tariffs({ partner_uid: '*', limit: 1 });
  const { partner_uid, account_type, symbol, valid_from } = rows[0]?.fact ?? {};
  const id = encodeURIComponent([partner_uid, account_type, symbol, valid_from].join(' '));
  await open(mara, `tariffs?partner=nobody&id=${id}`);
  await page.getByText('No tariff is in force then').waitFor();
  await page.getByRole('dialog').getByRole('list', { name: 'History' }).waitFor();
  for (const [path, text] of [
    ['tariffs?id=nobody', 'There is no such tariff'],
    ['tariffs/edit?id=nobody', 'There is no such tariff'],
    [`tariffs/edit?id=${encodeURIComponent('* * * 1999-01-01')}`, 'There is no such tariff'],
    ['tiers?id=999999999', 'There is no such tier change'],
    [`tiers/levels?id=${encodeURIComponent('9 1999-01-01')}`, 'There is no such level'],
    ['tiers/levels/edit?id=nobody', 'There is no such level'],
  ] as const) {
    await open(mara, path);
    await page.getByText(text).waitFor();
    expect(await page.getByRole('button', { name: 'Propose it' }).count()).toBe(0);
  }
  await checkScreen(mara);
});
