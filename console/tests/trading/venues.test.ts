import { expect, it } from 'vitest';
import { confirmByPasskey } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { rowsOf } from '../testing/rows.ts';

interface Venue {
  readonly code: string;
  readonly withdrawals: string;
  readonly reason: string | null;
}

const { desk, api, visit } = await openDesk();
const visitor = await visit('anton');

const venueOf = async (code: string) =>
  (await api<Venue[]>('GET', '/trade/v1/venues')).find((venue) => venue.code === code);

it('the list and the balances of a venue equal the API', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/venues`);
  const venues = await api<Venue[]>('GET', '/trade/v1/venues');
  await expect.poll(() => rowsOf(page, 'Venues')).toEqual(venues.map(({ code }) => code));
  await checkScreen(visitor);
  await page.locator('[data-row="aurora"]').click();
  await page.getByRole('table', { name: 'Balances' }).waitFor();
  const balances = await api<Record<'asset' | 'total' | 'available', string>[]>(
    'GET',
    '/trade/v1/venues/balances/summary?venue=aurora&nonZeroBalanceOnly=true',
  );
  const shown = await page
    .locator('table[aria-label="Balances"] tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        Array.from(row.querySelectorAll('td'), (cell) => cell.textContent.replaceAll(',', '')).slice(0, 3),
      ),
    );
  expect(shown).toEqual(balances.map(({ asset, total, available }) => [asset, total, available]));
  await checkScreen(visitor);
});

it('a switch changes only after the second factor confirmed it', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/venues/aurora`);
  const off = page.getByRole('radiogroup', { name: 'Withdrawals' }).getByText('Off');
  await off.click();
  await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByText('You did not confirm it, so nothing was changed.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect((await venueOf('aurora'))?.withdrawals).toBe('live');
  await off.click();
  await confirmByPasskey(page);
  await expect.poll(async () => (await venueOf('aurora'))?.withdrawals).toBe('off');
  await page.getByText('Refuses.').waitFor();
});

it('a venue that does not answer is shown with the reason and what to do', async () => {
  const { page } = visitor;
  await desk.exchange('cumulus').goOffline();
  await page.goto(`${desk.url}/console/venues/cumulus`);
  await page.getByText('Why it is not live').waitFor({ timeout: 60_000 });
  const { reason } = (await venueOf('cumulus')) ?? { reason: null };
  expect(reason).not.toBeNull();
  await page
    .getByText(reason ?? '')
    .first()
    .waitFor();
  await checkScreen(visitor);
  await desk.exchange('cumulus').goOnline();
});
