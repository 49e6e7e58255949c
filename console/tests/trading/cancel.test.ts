import { expect, it } from 'vitest';
import { ADDRESS, aWithdrawal } from '../testing/api.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';

interface Withdrawal {
  readonly id: string;
  readonly status: string;
}

const { desk, api, visit } = await openDesk();
const visitor = await visit('olivia');

const PATH = '/trade/v1/venues/withdrawals';
const show = (id: string) => api<Withdrawal>('GET', `${PATH}/${id}`);
const transfersOf = async (id: string) =>
  (await desk.exchange('aurora').state()).transfers.filter(({ reference }) => reference === id);

it('a cancelled withdrawal is never paid', async () => {
  const { id } = await api<Withdrawal>('POST', PATH, aWithdrawal('cancelled'));
  const { page } = visitor;
  await page.goto(`${desk.url}/console/withdrawals/${id}`);
  await page.getByRole('button', { name: 'Cancel it' }).click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  expect((await show(id)).status).toBe('APPROVAL_REQUESTED');
  await page.getByRole('button', { name: 'Cancel it' }).click();
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Cancel the withdrawal' }).click();
  await expect.poll(async () => (await show(id)).status).toBe('CANCELLED');
  await page.getByRole('list', { name: 'What happened' }).getByText('Cancelled', { exact: true }).waitFor();
  expect(await transfersOf(id)).toEqual([]);
});

it('a refused cancellation says why, and can be tried again', async () => {
  const { id } = await api<Withdrawal>('POST', PATH, aWithdrawal('try-again'));
  const { page } = visitor;
  await page.goto(`${desk.url}/console/withdrawals/${id}`);
  await page.route('**/cancel', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      headers: { 'retry-after': '120' },
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Too many requests',
        status: 429,
        detail: 'Too many requests.',
        instance: PATH,
        code: 'rate_limited',
        traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      }),
    }),
  );
  await page.getByRole('button', { name: 'Cancel it' }).click();
  await page.getByRole('button', { name: 'Cancel the withdrawal' }).click();
  await page.getByRole('alert').getByText('Too many requests.').waitFor();
  await checkScreen(visitor);
  await page.unroute('**/cancel');
  await page.getByRole('button', { name: 'Cancel it' }).click();
  await page.getByRole('button', { name: 'Cancel the withdrawal' }).click();
  await expect.poll(async () => (await show(id)).status).toBe('CANCELLED');
});

it('a server killed between the request and its answer leaves one withdrawal after its restart', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/withdrawals/new`);
  await page.getByLabel('From venue').first().click();
  await page.getByRole('option', { name: 'Aurora Exchange' }).click();
  await page.getByLabel('Asset').first().click();
  await page.getByRole('option', { name: 'USDT' }).click();
  await page.getByLabel('Amount').fill('75');
  await page.getByText('New address').click();
  await page.getByLabel('Network').first().click();
  await page.getByRole('option', { name: 'ETHEREUM' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(ADDRESS);
  await page.getByLabel('Reference').fill('killed');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('The dry run passed').waitFor();
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(PATH));
  await page.getByRole('button', { name: 'Request the withdrawal' }).click();
  await sent;
  await desk.kill();
  await desk.restart();
  const again = page.getByRole('button', { name: 'Request the withdrawal' });
  const created = page.getByRole('heading', { name: 'Withdrawal killed' });
  await again.or(created).first().waitFor();
  await expect
    .poll(
      async () => {
        if (await again.isEnabled({ timeout: 500 }).catch(() => false)) await again.click();
        return created.isVisible();
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true);
  const { content } = await api<{ content: Withdrawal[] }>(
    'GET',
    `${PATH}?q=${encodeURIComponent('reference:killed')}`,
  );
  expect(content).toHaveLength(1);
});
