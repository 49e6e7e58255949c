import { expect, it } from 'vitest';
import { ADDRESS, aWithdrawal } from '../testing/api.ts';
import { callAs } from '../testing/call-as.ts';
import { confirmByPasskey } from '../testing/confirm.ts';
import { addDeadJobs } from '../testing/dead-jobs.ts';
import { checkScreen } from '../testing/gates.ts';
import { makeStuck } from '../testing/make-stuck.ts';
import { openDesk } from '../testing/open.ts';
import { cellsOf } from '../testing/rows.ts';

const { desk, api, visit } = await openDesk();
const olivia = await visit('olivia');
const anton = await visit('anton');

const inboxOf = ({ page }: typeof anton) => page.goto(`${desk.url}/console/inbox`);
const shown = async ({ page }: typeof anton) =>
  (await cellsOf(page, 'Inbox')).map(({ What: what, About: about, By: by }) => [what, about, by]);
const focusedRow = ({ page }: typeof anton) =>
  page.evaluate(() => document.activeElement?.closest('tr')?.getAttribute('data-row'));

it('an empty inbox says what would be in it', async () => {
  const { page } = anton;
  await inboxOf(anton);
  await page.getByText('Nothing waits for you').waitFor();
  expect(await page.title()).toBe('Inbox · Quaestor');
  await checkScreen(anton);
});

it('everything that waits for a person is in one list, counted in the navigation and in the tab', async () => {
  const { page } = anton;
  await makeStuck(desk, 'doubtful');
  await addDeadJobs(desk, 1);
  const wallet = { alias: 'cold-wallet', kind: 'blockchain', network: 'ETHEREUM', address: ADDRESS };
  await callAs(olivia.page, 'POST', '/trade/v1/destinations', wallet);
  await callAs(olivia.page, 'PUT', '/trade/v1/policies', { rules: [{ asset: 'USDT', verdict: 'REFUSE' }] });
  await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal('first', '21'));
  await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal('second', '22'));
  await olivia.page.goto(`${desk.url}/console/people/new`);
  await olivia.page.getByLabel('Login').fill('grace@example.com');
  await olivia.page.getByLabel('Approver').check();
  await olivia.page.getByRole('button', { name: 'Create the invitation' }).click();
  await confirmByPasskey(olivia.page);
  await olivia.page.locator('[data-secret]').waitFor();

  await inboxOf(anton);
  await expect
    .poll(() => shown(anton))
    .toEqual([
      ['Payment in doubt', expect.stringContaining('1,250.50 USDT to 0x'), ''],
      ['Withdrawal to approve', expect.stringContaining('21 USDT to 0x'), expect.anything()],
      ['Withdrawal to approve', expect.stringContaining('22 USDT to 0x'), expect.anything()],
      ['Destination to confirm', 'cold-wallet', 'olivia'],
      ['Policy to confirm', 'Version 1', 'olivia'],
      ['Change of access', 'Invite a person: grace@example.com', 'olivia'],
      ['Job that failed for good', 'withdrawal.reconcile', ''],
    ]);
  await page.getByRole('link', { name: 'Inbox 7 waiting' }).waitFor();
  await page.getByRole('link', { name: 'Approvals 2 waiting' }).waitFor();
  await page.getByRole('link', { name: 'Policies 1 waiting' }).waitFor();
  await expect.poll(() => page.title()).toBe('(7) Inbox · Quaestor');
  await checkScreen(anton);

  // What a person asked for waits for others.
  await inboxOf(olivia);
  await olivia.page.getByRole('link', { name: 'Payment in doubt' }).waitFor();
  expect(await olivia.page.getByRole('link', { name: /to confirm|Change of access/ }).count()).toBe(0);
});

it('a row leads to where it is decided, and after the decision the next row has the focus', async () => {
  const { page } = anton;
  await inboxOf(anton);
  await page.getByRole('link', { name: 'Withdrawal to approve' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  // Who closes the question for the second factor has done nothing wrong.
  await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('You did not confirm it, so nothing was changed.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await confirmByPasskey(page);
  await page.getByText('Approved 21 USDT.').waitFor();
  await page.getByRole('link', { name: 'Approvals 1 waiting' }).waitFor();
  const rows = page.locator('tr[data-row]');
  await expect.poll(() => rows.count()).toBe(1);
  const last = await rows.getAttribute('data-row');
  await expect.poll(() => focusedRow(anton)).toBe(last);
  await expect.poll(() => page.title()).toBe('(6) Approvals · Quaestor');
});
