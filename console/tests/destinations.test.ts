import { expect, it } from 'vitest';
import { ADDRESS, apiOf } from './testing/api.ts';
import { choose, confirmByPasskey } from './testing/confirm.ts';
import { checkScreen } from './testing/gates.ts';
import { openDesk } from './testing/open.ts';

interface Destination {
  readonly id: string;
  readonly alias: string;
  readonly status: string;
  readonly confirmedBy: string | null;
}

const { desk, visit } = await openDesk();
const olivia = await visit('olivia');
const anton = await visit('anton');

const find = async (alias: string) =>
  (await apiOf(desk)<Destination[]>('GET', '/trade/v1/destinations')).find((row) => row.alias === alias);

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
  await other.getByRole('button', { name: 'Remove', exact: true }).click();
  await other.getByRole('button', { name: 'Remove the destination' }).click();
  await expect.poll(() => find('cold-wallet')).toBeUndefined();
  await other.locator(`[data-row="${saved?.id}"]`).waitFor({ state: 'detached' });
});
