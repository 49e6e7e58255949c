import { expect, it } from 'vitest';
import { ADDRESS, aWithdrawal } from './testing/api.ts';
import { englishLeft } from './testing/english-left.ts';
import { checkScreen } from './testing/gates.ts';
import { openDesk } from './testing/open.ts';

interface Withdrawal {
  readonly id: string;
  readonly status: string;
  readonly amount: string;
  readonly createdAt: string;
}

const { desk, api, visit } = await openDesk();
const olivia = await visit('olivia');
const anton = await visit('anton');

const show = (id: string) => api<Withdrawal>('GET', `/trade/v1/venues/withdrawals/${id}`);

it('a person chooses German and a time zone, and the page follows at once', async () => {
  const { page } = anton;
  await page.goto(`${desk.url}/console/security`);
  await page.getByLabel('Language').waitFor();
  expect(await englishLeft(page)).toContain('Save language and time zone');
  await page.getByLabel('Language').selectOption('de');
  const zone = page.getByRole('combobox', { name: 'Time zone' });
  await zone.fill('Tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await page.getByRole('button', { name: 'Save language and time zone' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sicherheit' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
  expect(await englishLeft(page)).toEqual([]);
  await checkScreen(anton);
});

it('a vote is asked for, confirmed and answered in German, with amounts as Germans write them', async () => {
  const { id } = await api<Withdrawal>(
    'POST',
    '/trade/v1/venues/withdrawals',
    aWithdrawal('auf-deutsch', '1250.50'),
  );
  const { page } = anton;
  await page.goto(`${desk.url}/console/approvals`);
  await page.locator(`[data-row="${id}"]`).click();
  const approve = page.getByRole('button', { name: 'Freigeben', exact: true });
  await approve.waitFor();
  expect(await englishLeft(page)).toEqual([]);
  await checkScreen(anton);
  await approve.click();
  await page.getByRole('button', { name: 'Mit einem Passkey bestätigen' }).waitFor();
  expect(await page.locator(`[data-payment="${id}"]`).textContent()).toContain('Freigeben: 1.250,50 USDT');
  expect(await englishLeft(page)).toEqual([]);
  await checkScreen(anton);
  await page.getByRole('button', { name: 'Mit einem Passkey bestätigen' }).click();
  await page.getByRole('status').filter({ hasText: '1.250,50 USDT freigegeben' }).waitFor();
  await expect.poll(async () => (await show(id)).status).toBe('COMPLETED');

  await page.goto(`${desk.url}/console/withdrawals/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Auszahlung auf-deutsch' }).waitFor();
  const { createdAt } = await show(id);
  const clock = new Intl.DateTimeFormat('de-DE', { timeZone: 'Asia/Tokyo', timeStyle: 'medium' });
  await page
    .getByText(`${clock.format(new Date(createdAt))} UTC+9`)
    .first()
    .waitFor();
  expect(await englishLeft(page)).toEqual([]);
  await checkScreen(anton);
});

it('the choice follows the person to a browser that asks for English', async () => {
  const { page } = olivia;
  const saved = await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'x-quaestor-console': '1' };
    const body = JSON.stringify({ language: 'de', timeZone: null });
    return (await fetch('/auth/preferences', { method: 'PUT', headers, body })).status;
  });
  expect(saved).toBe(200);
  await page.goto(`${desk.url}/console/withdrawals/new`);
  await page.getByRole('heading', { level: 1, name: 'Neue Auszahlung' }).waitFor();
});

it('a typed amount is read as German or refused, and the exchange pays exactly what the review shows', async () => {
  const { page } = olivia;
  await page.getByLabel('Von Börse').first().click();
  await page.getByRole('option', { name: 'Aurora Exchange' }).click();
  await page.getByLabel('Währung').first().click();
  await page.getByRole('option', { name: 'USDT' }).click();
  const amount = page.getByLabel('Betrag');
  for (const unclear of ['1250.50', '0.125', '1,250.50', '1.25']) {
    await amount.fill(unclear);
    await page.getByText(/Schreiben Sie Ziffern/).waitFor();
  }
  await page.getByRole('button', { name: 'Maximum' }).click();
  await expect.poll(() => page.getByText(/Schreiben Sie Ziffern/).count()).toBe(0);
  await amount.fill('1.250');
  await page.getByText('Neue Adresse').click();
  await page.getByLabel('Netzwerk').first().click();
  await page.getByRole('option', { name: 'ETHEREUM' }).click();
  await page.getByRole('textbox', { name: 'Adresse' }).fill(ADDRESS);
  await page.getByLabel('Referenz').fill('tausend');
  await page.getByRole('button', { name: 'Prüfen' }).click();
  await page.getByText('Der Probelauf war erfolgreich').waitFor();
  await page
    .getByText(/^1\.250 USDT$/)
    .first()
    .waitFor();
  expect(await englishLeft(page)).toEqual([]);
  await checkScreen(olivia);
  await page.getByRole('button', { name: 'Auszahlung anfordern' }).click();
  await page.getByRole('heading', { level: 1, name: 'Auszahlung tausend' }).waitFor();
  expect((await show(page.url().split('/').at(-1) ?? '')).amount).toBe('1250');
});

it.each([
  '',
  'withdrawals',
  'conversions',
  'conversions/new',
  'market',
  'venues',
  'policies',
  'exports/new',
  'inbox',
])('the screen /%s has no English text left', async (path) => {
  const { page } = anton;
  await page.goto(`${desk.url}/console/${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
  expect(await englishLeft(page)).toEqual([]);
});
