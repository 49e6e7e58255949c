import { readFile } from 'node:fs/promises';
import { Big } from 'big.js';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { choose, confirmByPasskey } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';
import { pdfTexts } from '../testing/pdf-text.ts';
import { daysAgo } from '../testing/program.ts';
import { cellsOf, rowsOf } from '../testing/rows.ts';

const { desk, visit } = await openDesk('partner,worker');
const [paula, mara] = await Promise.all([visit('paula'), visit('mara')]);
const api = partnerOf(paula, desk.partnerUrl);
// The worker credits the last days when it starts.
await desk.run('credit', '--through', daysAgo(1));

const open = (page: Page, path: string) => page.goto(`${desk.partnerUrl}/console${path}`);
const digits = (text = '') => text.replaceAll(/[^\d.-]/g, '');
const sum = (amounts: readonly string[]): Big =>
  amounts.reduce((total, amount) => total.plus(amount), new Big(0));

async function save(page: Page, button: string) {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await saving;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

it('wallets show the balances of the API, and the entries of each ledger add up to its balance', async () => {
  const { page } = paula;
  await open(page, '/wallets');
  const { accounts } = await api.wallets.list();
  await expect.poll(() => rowsOf(page, 'Wallets')).toEqual(accounts.map(({ id }) => id));
  expect((await cellsOf(page, 'Wallets')).map((row) => digits(row['Balance']))).toEqual(
    accounts.map(({ balance }) => balance),
  );
  await checkScreen(paula);
  for (const { id, name, balance } of accounts) {
    const entries = await api.wallets.entries(id).toArray({ limit: 10_000 });
    expect(sum(entries.map(({ amount }) => amount)).toFixed()).toBe(new Big(balance).toFixed());
    await open(page, `/wallets/${encodeURIComponent(id)}`);
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await page.getByRole('table', { name: 'Ledger' }).waitFor();
    const shown = await cellsOf(page, 'Ledger');
    expect(digits(shown[0]?.['Balance'])).toBe(balance);
    for (const [index, { Amount: amount, Balance: after }] of shown.slice(0, -1).entries()) {
      const before = new Big(digits(after)).minus(digits(amount));
      expect(before.toFixed()).toBe(new Big(digits(shown[index + 1]?.['Balance'])).toFixed());
    }
  }
  await checkScreen(paula);
});

it('the ledger shows one kind of entries, and the address keeps it', async () => {
  const { page } = paula;
  const [account] = (await api.wallets.list()).accounts;
  await open(page, `/wallets/${account?.id}`);
  await choose(page, 'Type of entry', 'Adjustments');
  const adjustments = await api.wallets
    .entries(account?.id ?? '', { kind: 'adjustment' })
    .page({ limit: 50 });
  expect(adjustments.entries.length).toBeGreaterThan(0);
  await page.reload();
  await expect.poll(() => rowsOf(page, 'Ledger')).toEqual(adjustments.entries.map(({ id }) => id));
});

it('a statement goes from the opening to the closing balance on the screen, as CSV and as PDF', async () => {
  const { page } = paula;
  const [account] = (await api.wallets.list()).accounts;
  if (!account) throw new Error('The demo has accounts.');
  const month = daysAgo(0).slice(0, 7);
  await open(page, `/wallets/${account.id}?month=${month}`);
  const statement = await api.wallets.statement(account.id, month);
  const section = page.getByRole('region', { name: 'Statement' });
  const shown = async (name: string) =>
    digits((await section.locator('dl > div', { hasText: name }).locator('dd').textContent()) ?? '');
  await expect.poll(() => shown('Opening balance')).toBe(statement.opening_balance);
  expect(await shown('Closing balance')).toBe(statement.closing_balance);
  const change = sum(statement.lines.map(({ amount }) => amount)).toFixed();
  expect(await shown('Change')).toBe(change);

  const csv = await save(page, 'Download CSV');
  expect(csv.name).toBe(`statement-${account.id}-${month}.csv`);
  const lines = csv.bytes.toString().trimEnd().split('\r\n');
  expect(lines).toHaveLength(statement.lines.length + 3);
  expect(lines.slice(2, -1).map((line) => line.split(',').slice(-3, -1))).toEqual(
    statement.lines.map(({ amount, balance }) => [amount, balance]),
  );
  const pdf = await save(page, 'Download PDF');
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const amounts = pdfTexts(pdf.bytes).filter((text) => /^-?[\d,]+\.\d+$/.test(text));
  expect(new Big(digits(amounts[0])).toFixed()).toBe(new Big(statement.opening_balance).toFixed());
  expect(new Big(digits(amounts.at(-1))).toFixed()).toBe(new Big(statement.closing_balance).toFixed());
});

it('a statement of a month of long ago is that of this month, and the address keeps it', async () => {
  const { page } = paula;
  const [account] = (await api.wallets.list()).accounts;
  const long = '2019-07';
  await open(page, `/wallets/${account?.id}?month=${long}`);
  await expect.poll(() => page.getByRole('combobox', { name: 'Month' }).inputValue()).toBe('July 2019');
  const section = page.getByRole('region', { name: 'Statement' });
  await expect.poll(() => section.locator('dl').textContent()).toContain('0 entries');
  expect(new URL(page.url()).searchParams.get('month')).toBe(long);
});

it('an account gets another name on the screen', async () => {
  const { page } = paula;
  const [account] = (await api.wallets.list()).accounts;
  await open(page, `/wallets/${account?.id}`);
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('New name').fill('Europe');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Europe' }).waitFor();
  expect((await api.wallets.list()).accounts[0]?.name).toBe('Europe');
});

it('a group gets members on the screen, and its preview is what its run then reserves and pays', async () => {
  const { page } = paula;
  const earned = await api.reports.creditedRewards({ reward_date_from: daysAgo(3) }).page({ limit: 1000 });
  const rewarded = [...new Set(earned.data.map(({ client_uid }) => client_uid))];
  // Clients of sub-partners are no members of groups.
  const own = await api.reports.clients({ client_uid: rewarded }).page({ limit: 1000 });
  const uids = own.data.map(({ client_uid }) => client_uid).slice(0, 3);
  expect(uids.length).toBeGreaterThan(1);

  await open(page, '/rebates');
  await page.getByRole('link', { name: 'New group' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Silver');
  await page.getByRole('textbox', { name: 'Percentage' }).fill('101');
  await page.getByRole('button', { name: 'Create the group' }).click();
  await page.getByText('Give a percentage above 0 and up to 100').waitFor();
  await page.getByRole('textbox', { name: 'Percentage' }).fill('12.5');
  await choose(page, 'Payment', 'Waits for approval');
  await checkScreen(paula);
  await page.getByRole('button', { name: 'Create the group' }).click();
  await page.getByRole('heading', { level: 1, name: 'Silver' }).waitFor();
  await page.getByText('Silver is created. Its clients get rebates from today on.').waitFor();
  const group = (await api.rebateGroups.list()).groups.find(({ group_title }) => group_title === 'Silver');
  if (!group) throw new Error('The group was created.');
  for (const uid of uids) {
    await page
      .getByRole('combobox', { name: 'Add a client' })
      .or(page.getByRole('textbox', { name: 'Add a client' }))
      .fill(uid);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.locator(`table[aria-label="Clients"] [data-row="${uid}"]`).waitFor();
  }
  await page
    .getByRole('combobox', { name: 'Add a client' })
    .or(page.getByRole('textbox', { name: 'Add a client' }))
    .fill('nobody');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('You have no client nobody.');
  expect(await api.rebateGroups.clients(group.id).toArray({ limit: 10 })).toEqual(uids);

  // The group was created three days ago, in a week that goes on.
  const tomorrow = (new Date().getUTCDay() + 1) % 7 || 7;
  await desk.change(
    (
      sql,
    ) => sql`update rebate_group set created_at = created_at - interval '3 days', period_value = ${tomorrow}
      where id = ${group.id}`,
  );
  await page.reload();
  await page.getByRole('table', { name: 'Preview of the current period' }).waitFor();
  const previewed = await cellsOf(page, 'Preview of the current period');
  const expected = new Map<string, Big>();
  for (const { client_uid, partner_account, reward } of earned.data) {
    if (!uids.includes(client_uid)) continue;
    const key = `${client_uid} ${partner_account}`;
    expected.set(key, (expected.get(key) ?? new Big(0)).plus(reward));
  }
  expect(previewed.map((row) => [`${row['Client']} ${row['From account']}`, digits(row['Rebate'])])).toEqual(
    [...expected]
      .filter(([, reward]) => reward.gt(0))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, reward]) => [key, reward.times('0.125').round(8, Big.roundHalfUp).toFixed()]),
  );
  await checkScreen(paula);

  // The week ended yesterday.
  const today = new Date().getUTCDay() || 7;
  await desk.change((sql) => sql`update rebate_group set period_value = ${today} where id = ${group.id}`);
  await desk.run('credit', '--through', daysAgo(1));
  await page.reload();
  const run = page.locator('table[aria-label="History"] [data-row]');
  await expect.poll(() => run.textContent()).toContain('Waits for you');
  await run.click();
  await page.getByRole('table', { name: 'Rebates' }).waitFor();
  expect(await cellsOf(page, 'Rebates')).toEqual(previewed);
  await checkScreen(paula);
  await page.getByRole('button', { name: 'Approve' }).click();
  await confirmByPasskey(page);
  await page.getByText('Paid', { exact: true }).waitFor();
  const [paid] = (await api.rebateGroups.runs(group.id)).runs;
  expect(paid?.status).toBe('paid');
  const paidOut = sum((paid?.amounts ?? []).map(({ amount }) => amount)).toFixed();
  expect(paidOut).toBe(sum(previewed.map((row) => digits(row['Rebate']))).toFixed());
});

it('a group that was changed meanwhile refuses the first try, keeps what was typed, and is replaced by the second', async () => {
  const { page } = paula;
  const group = { group_title: 'Iron', group_type: 'auto', rebate_percent: '5' } as const;
  const { id } = await api.rebateGroups.create({ ...group, rebate_period: 'daily' });
  await open(page, `/rebates/${id}`);
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  const percent = page.getByRole('textbox', { name: 'Percentage' });
  await percent.fill('7');
  await api.rebateGroups.update(id, { group_title: 'Steel', rebate_percent: '6' });
  await page.getByRole('button', { name: 'Save' }).click();
  const note = page.getByRole('note').filter({ hasText: 'Somebody else changed this' });
  await note.waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await percent.inputValue()).toBe('7');
  expect(await api.rebateGroups.get(id)).toMatchObject({ group_title: 'Steel', rebate_percent: '6' });
  await checkScreen(paula);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Iron is saved.').waitFor();
  expect(await api.rebateGroups.get(id)).toMatchObject({ group_title: 'Iron', rebate_percent: '7' });

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await percent.fill('8');
  await api.rebateGroups.update(id, { rebate_percent: '9' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Load their version in place of mine' }).click();
  await expect.poll(() => percent.inputValue()).toBe('9');
  await api.rebateGroups.remove(id);
});

it('a manager who looks at the partner sees its money and cannot change anything', async () => {
  const { page } = mara;
  const { accounts } = await api.wallets.list();
  await open(page, '/wallets?as=demo-partner');
  await expect.poll(() => rowsOf(page, 'Wallets')).toEqual(accounts.map(({ id }) => id));
  await page.locator(`[data-row="${accounts[0]?.id}"]`).click();
  await page.getByRole('table', { name: 'Ledger' }).waitFor();
  expect(await page.getByRole('button', { name: 'Rename' }).count()).toBe(0);
  await page.getByRole('link', { name: 'Rebates' }).click();
  await page.locator('[data-row]').first().waitFor();
  expect(await page.getByRole('link', { name: 'New group' }).count()).toBe(0);
  const gold = (await api.rebateGroups.list()).groups.find(({ group_type }) => group_type === 'manual');
  await page.locator(`[data-row="${gold?.id}"]`).click();
  await page.getByRole('table', { name: 'Clients' }).waitFor();
  for (const name of ['Change', 'End the group', 'Add']) {
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  }
  await checkScreen(mara);
});

it("accounts and groups of nobody or of another partner are not found, and paula's security page works", async () => {
  const { page } = paula;
  const group = { group_title: 'Bronze', group_type: 'auto', rebate_percent: '5' } as const;
  const { id } = await api.rebateGroups.create({ ...group, rebate_period: 'daily' });
  await open(page, `/rebates/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Bronze' }).waitFor();
  await desk.change((sql) => sql`update rebate_group set partner_uid = 'P1001' where id = ${id}`);
  for (const [path, text] of [
    ['/wallets/700001', 'There is no such account'],
    [`/rebates/${id}`, `There is no rebate group ${id}.`],
    ['/rebates/999999', 'There is no rebate group 999999.'],
    ['/security', 'This session'],
  ] as const) {
    await open(page, path);
    await expect.poll(() => page.getByText(text).first().isVisible(), { message: path }).toBe(true);
  }
  await checkScreen(paula);
});
