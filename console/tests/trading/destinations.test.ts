import { expect, it } from 'vitest';
import { ADDRESS, apiOf } from '../testing/api.ts';
import { choose, confirmByPasskey } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';

interface Destination {
  readonly id: string;
  readonly alias: string;
  readonly status: string;
  readonly confirmedBy: string | null;
}

const { desk, api, visit } = await openDesk();
const olivia = await visit('olivia');
const anton = await visit('anton');

const find = async (alias: string) =>
  (await api<Destination[]>('GET', '/trade/v1/destinations')).find((row) => row.alias === alias);

it('a destination is saved by one admin, confirmed by another who sees every character, and removed', async () => {
  const { page } = olivia;
  await page.goto(`${desk.url}/console/destinations/new`);
  await page.getByLabel('Name').fill('cold-wallet');
  await choose(page, 'Network', 'ETHEREUM');
  await page.getByLabel('Address').last().fill(ADDRESS.replace('5aA', '5aa'));
  await page.getByRole('button', { name: 'Save the destination' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('checksum');
  expect(await find('cold-wallet')).toBeUndefined();
  await checkScreen(olivia);
  await page.getByLabel('Address').last().fill(ADDRESS);
  await page.getByRole('button', { name: 'Save the destination' }).click();
  await page.getByText('You saved it. Another admin confirms it.').waitFor();
  await page.getByText('cold-wallet is saved. Another admin confirms it.').waitFor();
  expect(await page.getByRole('button', { name: 'Confirm the destination' }).count()).toBe(0);
  await checkScreen(olivia);
  const saved = await find('cold-wallet');
  expect(saved).toMatchObject({ status: 'UNCONFIRMED', confirmedBy: null });

  const other = anton.page;
  await other.goto(`${desk.url}/console/destinations`);
  await other.locator(`[data-row="${saved?.id}"]`).click();
  expect(await other.getByRole('img', { name: ADDRESS }).textContent()).toBe(ADDRESS);
  await other.getByRole('button', { name: 'Confirm the destination' }).click();
  await other.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  await checkScreen(anton);
  await confirmByPasskey(other);
  await expect.poll(() => find('cold-wallet')).toMatchObject({ status: 'CONFIRMED', confirmedBy: 'anton' });
  await other.getByRole('dialog').getByText('Confirmed by').waitFor();
  await other.getByText('cold-wallet is confirmed. Policies treat it as known.').waitFor();
  await other.getByRole('button', { name: 'Remove', exact: true }).click();
  await other.getByRole('button', { name: 'Remove the destination' }).click();
  await expect.poll(() => find('cold-wallet')).toBeUndefined();
  await other.locator(`[data-row="${saved?.id}"]`).waitFor({ state: 'detached' });
});

it('a saved bank account is offered for money of banks alone, and is paid with the payment text', async () => {
  const { page } = olivia;
  // As long as references can be.
  const reference = 'salaries-'.padEnd(128, 'x');
  await page.goto(`${desk.url}/console/destinations/new`);
  await page.getByLabel('Name').fill('payroll');
  await page.getByRole('combobox', { name: 'Network' }).click();
  await page.getByRole('option', { name: 'ETHEREUM' }).waitFor();
  const networks = await page.getByRole('option').allTextContents();
  expect(networks).toContain('BITCOIN');
  expect(networks).not.toContain('SEPA');
  expect(networks).not.toContain('WIRE');
  await page.keyboard.press('Escape');
  await page.getByText('Bank account').click();
  await page.getByRole('textbox', { name: 'Account' }).fill('main-account');
  await page.getByRole('button', { name: 'Save the destination' }).click();
  await page.getByText('You saved it. Another admin confirms it.').waitFor();

  await page.goto(`${desk.url}/console/withdrawals/new`);
  await choose(page, 'From venue', 'Aurora Exchange');
  await choose(page, 'Asset', 'USDT');
  await page.getByLabel('Amount').fill('20');
  await page.getByRole('combobox', { name: 'Destination' }).click();
  await page.getByText('No saved destination fits this asset.').waitFor();
  await page.keyboard.press('Escape');
  await choose(page, 'Asset', 'EUR');
  expect(await page.getByText('New address').count()).toBe(0);
  await page.getByText('At least 50 EUR.').waitFor();
  await page.getByLabel('Amount').fill('1250.50');
  await choose(page, 'Destination', 'payroll (not confirmed)');
  await page.getByLabel('Payment text').fill('Salaries of May');
  await page.getByLabel('Reference').fill(reference);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('The dry run passed').waitFor();
  const compared = page.getByRole('region', { name: 'Compare before you request' });
  expect(await compared.textContent()).toContain('main-account');
  await checkScreen(olivia);
  await page.getByRole('button', { name: 'Request the withdrawal' }).click();
  await page.getByRole('heading', { name: `Withdrawal ${reference}` }).waitFor();
  await page.getByText('payroll, reference Salaries of May').waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  await apiOf(desk, 'approver')('POST', `/trade/v1/venues/withdrawals/${id}/votes`, { decision: 'APPROVE' });
  const paid = async () =>
    (await desk.exchange('aurora').state()).transfers.filter(({ reference }) => reference === id);
  await expect.poll(paid, { timeout: 30_000 }).toMatchObject([
    {
      asset: 'EUR',
      amount: '1250.50',
      destination: { kind: 'fiat', alias: 'main-account', paymentText: 'Salaries of May' },
    },
  ]);
});

it('a venue that only simulates says so before and after the check', async () => {
  await api('PATCH', '/trade/v1/venues/aurora', { withdrawals: 'simulate' });
  const { page } = olivia;
  await page.goto(`${desk.url}/console/withdrawals/new`);
  await choose(page, 'From venue', 'Aurora Exchange (simulates, sends nothing)');
  await choose(page, 'Asset', 'EUR');
  await page.getByLabel('Amount').fill('50');
  await choose(page, 'Destination', 'payroll (not confirmed)');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('Aurora Exchange is set to simulate: the withdrawal will not be sent.').waitFor();
  expect(await page.getByRole('button', { name: 'Request the withdrawal' }).count()).toBe(1);
  await checkScreen(olivia);
});
