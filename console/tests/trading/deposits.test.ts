import { expect, it } from 'vitest';
import { choose } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { cellsOf, rowsOf } from '../testing/rows.ts';

const { desk, api, visit } = await openDesk();
const anton = await visit('anton');
const olivia = await visit('olivia');
const exchange = desk.exchange('aurora');
const PATIENCE = { timeout: 90_000 };

interface Deposit {
  readonly id: string;
  readonly status: string;
  readonly venueTransferId: string;
}
interface Address {
  readonly address: string;
  readonly tag: string | null;
  readonly current: boolean;
}
const deposits = async () => (await api<{ content: Deposit[] }>('GET', '/trade/v1/venues/deposits')).content;
const known = () => api<Address[]>('GET', '/trade/v1/venues/addresses');

it('a deposit appears without a reload, and its history says when the venue has taken it back', async () => {
  const { page } = anton;
  await page.goto(`${desk.url}/console/deposits`);
  await page.getByText('No deposit yet').waitFor();
  await checkScreen(anton);
  const { transfer } = await exchange.deposit('BTC', '0.5');
  await expect.poll(async () => (await deposits()).length, PATIENCE).toBe(1);
  await expect.poll(() => rowsOf(page, 'Deposits')).toEqual((await deposits()).map(({ id }) => id));
  await exchange.judge(transfer.id, 'credited');
  await expect
    .poll(async () => (await cellsOf(page, 'Deposits')).map(({ Status: status }) => status), PATIENCE)
    .toEqual(['Credited']);
  await checkScreen(anton);
  await exchange.judge(transfer.id, 'information');
  await page.locator('tr[data-row]').click();
  await page.getByRole('heading', { level: 1, name: `Deposit ${transfer.id}` }).waitFor();
  await page.getByText('Venue wants information').first().waitFor({ timeout: 90_000 });
  const history = page.getByRole('list', { name: 'What the venue said' });
  await history.getByText('Taken back').waitFor();
  await history.getByText('Credited', { exact: true }).waitFor();
  await page.getByText(/^The venue took back on /).waitFor();
  await checkScreen(anton);
});

it('a deposit that the venue locks is no credited one, and a filter finds it', async () => {
  const { page } = anton;
  const { transfer } = await exchange.deposit('ETH', '3');
  await exchange.judge(transfer.id, 'locked');
  await expect.poll(async () => (await deposits()).length, PATIENCE).toBe(2);
  await page.goto(`${desk.url}/console/deposits?q=${encodeURIComponent('hold:LOCKED')}`);
  await page.getByText('Credited, locked').waitFor();
  await expect.poll(async () => (await rowsOf(page, 'Deposits')).length).toBe(1);
});

it('an address comes from the venue, and one that it replaces stays in the list as replaced', async () => {
  const { page } = olivia;
  await page.goto(`${desk.url}/console/deposits/addresses`);
  await page.getByText('No address yet').waitFor();
  await checkScreen(olivia);
  await page.getByRole('link', { name: 'Ask a venue' }).first().click();
  await choose(page, 'Venue', 'Aurora Exchange');
  await choose(page, 'Asset', 'BTC');
  await choose(page, 'Network', 'BITCOIN');
  await checkScreen(olivia);
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  const panel = page.getByRole('dialog');
  await panel.getByText('Current').waitFor();
  const [first] = await known();
  expect((await panel.textContent())?.replaceAll(/\s/g, '')).toContain(first?.address);
  await checkScreen(olivia);
  await exchange.rotate('BITCOIN');
  await panel.getByRole('button', { name: 'Ask aurora again' }).click();
  await page.getByText('aurora shows another address now.', { exact: false }).waitFor();
  const both = await known();
  expect(new Set(both.map(({ current }) => current))).toEqual(new Set([false, true]));
  expect(both.find(({ current }) => !current)?.address).toBe(first?.address);
  await page.goto(`${desk.url}/console/deposits/addresses`);
  await expect
    .poll(async () =>
      (await cellsOf(page, 'Our addresses')).map(({ Status: status }) => status ?? '').toSorted(),
    )
    .toEqual(['Current', 'Replaced']);
});

it('the calendar opens though the address has no days', async () => {
  const { page } = anton;
  for (const days of ['from=x&to=y', 'from=0000-00-00&to=9999-12-31']) {
    await page.goto(`${desk.url}/console/deposits?${days}`);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    await page.getByTitle(/^Dates/).click();
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toMatch(/^20\d\d-/);
    await alert.waitFor({ state: 'detached' });
  }
});
