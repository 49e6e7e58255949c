import { expect, it } from 'vitest';
import { apiOf, aWithdrawal } from '../testing/api.ts';
import { confirmByPasskey } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';

interface Withdrawal {
  readonly id: string;
  readonly status: string;
}

const { desk, api, visit } = await openDesk();
const approver = apiOf(desk, 'approver');
const olivia = await visit('olivia');
const anton = await visit('anton');

const WITHDRAWALS = '/trade/v1/venues/withdrawals';
const show = (id: string) => api<Withdrawal>('GET', `${WITHDRAWALS}/${id}`);

it('a person answers the screening that a withdrawal waits for, once, and confirms it in sentences', async () => {
  const { version } = await api<{ version: number }>('PUT', '/trade/v1/policies', {
    rules: [{ verdict: 'REQUIRE_SCREENING' }, { verdict: 'ALLOW' }],
  });
  await approver('POST', `/trade/v1/policies/${version}/confirm`);
  const { id } = await api<Withdrawal>('POST', WITHDRAWALS, aWithdrawal('screened-1', '321.5'));
  await olivia.page.goto(`${desk.url}/console/withdrawals/${id}`);
  await olivia.page.getByText('It waits for its screening until').waitFor();
  await olivia.page.getByText('Waits for its screening', { exact: true }).waitFor();
  expect(await olivia.page.getByRole('button', { name: 'Answer' }).count()).toBe(0);
  await checkScreen(olivia);
  const { page } = anton;
  await page.goto(`${desk.url}/console/inbox`);
  await page.getByText('Withdrawal to screen').waitFor();
  await checkScreen(anton);
  await page.goto(`${desk.url}/console/`);
  await page.getByRole('link', { name: '1 withdrawal to screen' }).waitFor();
  expect(await page.getByText('to resolve by hand').count()).toBe(0);
  await page.goto(`${desk.url}/console/withdrawals/${id}`);
  await page.getByRole('button', { name: 'Answer' }).click();
  await page.getByText('This is required.').first().waitFor();
  await page.getByLabel('Let it pass').check();
  await page.getByLabel('Reason').fill('No match on the lists of today.');
  await page.getByLabel('Evidence').fill('case 7');
  await checkScreen(anton);
  await page.getByRole('button', { name: 'Answer' }).click();
  await page.getByText('Let the withdrawal of 321.5 USDT from aurora pass its screening.').waitFor();
  await checkScreen(anton);
  await confirmByPasskey(page);
  await page.getByText('It has passed its screening.').waitFor();
  await expect.poll(async () => (await show(id)).status, { timeout: 30_000 }).toBe('COMPLETED');
  await page.getByText('anton let it pass').waitFor();
  await checkScreen(anton);
});
