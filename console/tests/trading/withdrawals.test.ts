import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { ADDRESS, apiOf, aWithdrawal } from '../testing/api.ts';
import { suggested } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';

const MANY = 120;

const { desk, visit } = await openDesk();
const visitor = await visit('olivia');
const api = apiOf(desk);
for (let at = 0; at < MANY; at += 20) {
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      api('POST', '/trade/v1/venues/withdrawals', aWithdrawal(`row-${at + n}`, `${20 + at + n}`)),
    ),
  );
}

const rows = () =>
  visitor.page
    .locator('tr[data-row]')
    .evaluateAll((found) => found.map((row) => row.getAttribute('data-row')));

it('a filter in the address shows the rows of the API, also after a reload', async () => {
  const q = 'status:APPROVAL_REQUESTED AND amount:[100 TO 105]';
  const { content } = await apiOf(desk)<{ content: { id: string }[] }>(
    'GET',
    `/trade/v1/venues/withdrawals?q=${encodeURIComponent(q)}`,
  );
  expect(content).toHaveLength(6);
  const { page } = visitor;
  await page.goto(`${desk.url}/console/withdrawals?q=${encodeURIComponent(q)}`);
  await expect.poll(rows).toEqual(content.map(({ id }) => id));
  await page.reload();
  await expect.poll(rows).toEqual(content.map(({ id }) => id));
  await checkScreen(visitor);
});

it('the field completes what the server knows, and shows a fault where it is', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/withdrawals`);
  const field = page.getByRole('textbox', { name: 'Filter' });
  await field.click();
  await page.keyboard.type('stat');
  await suggested(page, /^status/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('CANC');
  await suggested(page, 'CANCELLED');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('status:CANCELLED');
  await page.getByText('No withdrawal matches').waitFor();
  await page.goto(`${desk.url}/console/withdrawals?q=${encodeURIComponent('status:(FAILED')}`);
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/^Character \d+:/);
  await checkScreen(visitor);
});

it('of many rows only those near the view are in the document, and all can be reached', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/withdrawals`);
  await page.locator('tr[data-row]').first().waitFor();
  const seen = new Set<string | null>();
  await expect
    .poll(
      async () => {
        const shown = await rows();
        expect(shown.length).toBeLessThanOrEqual(60);
        for (const id of shown) seen.add(id);
        await page.mouse.wheel(0, 600);
        return seen.size;
      },
      { timeout: 30_000, interval: 100 },
    )
    .toBe(MANY);
});

it('the form says what the venue charges on the chosen network, and when that is more than there is', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/withdrawals/new`);
  await page.getByLabel('From venue').first().click();
  await page.getByRole('option', { name: 'Cumulus Digital' }).click();
  await page.getByLabel('Asset').first().click();
  await page.getByRole('option', { name: 'TRX' }).click();
  await page.getByText('New address').click();
  await page.getByLabel('Network').first().click();
  await page.getByRole('option', { name: 'TRON' }).click();
  const fee = page.getByText('The venue charges 1 TRX for it.');
  await fee.waitFor();
  const exchange = await desk.exchange('cumulus').state();
  const available = exchange.accounts['MAIN']?.['TRX']?.available ?? '';
  await page.getByLabel('Amount').fill(available);
  await expect.poll(() => fee.textContent()).toContain('With the fee it is more than');
  await page.getByLabel('Amount').fill('50');
  await expect.poll(() => fee.textContent()).not.toContain('With the fee');
  await page.getByRole('button', { name: 'Max' }).click();
  await expect.poll(() => page.getByLabel('Amount').inputValue()).toBe(new Big(available).minus(1).toFixed());
  await page.getByRole('textbox', { name: 'Address' }).fill(ADDRESS);
  await page.getByText(/This is an address of .*ETHEREUM/).waitFor();
  await checkScreen(visitor);
});

it('an amount is taken as it is printed, and without a saved destination the form says how to get one', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/withdrawals/new`);
  await page.getByLabel('From venue').first().click();
  await page.getByRole('option', { name: 'Aurora' }).click();
  await page.getByLabel('Asset').first().click();
  await page.getByRole('option', { name: 'USDT' }).click();
  await page.getByText('No saved destination can receive USDT.').waitFor();
  await page.getByRole('link', { name: 'Save a destination' }).waitFor();
  await page.getByText('New address').click();
  await page.getByLabel('Network').first().click();
  await page.getByRole('option', { name: 'ETHEREUM' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(ADDRESS);
  await page.getByLabel('Amount').fill('1,250.50 USDT');
  await page.getByLabel('Reference').fill('printed');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByRole('region', { name: 'Review' }).getByText('The dry run passed').waitFor();
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Request the withdrawal' }).click();
  await page.getByText('The withdrawal waits for approvals.').waitFor();
  const { content } = await api<{ content: { amount: string }[] }>(
    'GET',
    `/trade/v1/venues/withdrawals?q=${encodeURIComponent('reference:printed')}`,
  );
  expect(content.map(({ amount }) => amount)).toEqual(['1250.50']);
});

it('a file is checked line by line, and requested only when every line passes', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/withdrawals`);
  await page.getByRole('link', { name: 'From a file' }).click();
  const head = 'venue,asset,amount,destination,network,reference';
  const give = (...lines: string[]) =>
    page.locator('input[type="file"]').setInputFiles({
      name: 'withdrawals.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([head, ...lines].join('\r\n')),
    });
  await give(`aurora,USDT`);
  await page.getByText('Line 2 has another number of cells than the first line.').waitFor();
  await give(`aurora,USDT,21,${ADDRESS},ETHEREUM,batch-1`, `aurora,USDT,0.1,${ADDRESS},ETHEREUM,batch-2`);
  const request = page.getByRole('button', { name: /^Request/ });
  await page.getByRole('button', { name: 'Check 2 lines' }).click();
  await page.locator('[data-row="2"]').getByText('Passed').waitFor();
  await page.locator('[data-row="3"]').getByText('Failed').waitFor();
  expect(await request.isEnabled()).toBe(false);
  await checkScreen(visitor);
  await give(
    `aurora,USDT,21,${ADDRESS},ETHEREUM,batch-1`,
    `aurora,USDT,"1,250.50",${ADDRESS},ETHEREUM,batch-2`,
  );
  await page.getByRole('button', { name: 'Check 2 lines' }).click();
  await page.getByRole('button', { name: 'Request 2 withdrawals' }).click();
  await page.getByText('2 withdrawals requested.').waitFor();
  const { content } = await api<{ content: { amount: string }[] }>(
    'GET',
    `/trade/v1/venues/withdrawals?q=${encodeURIComponent('reference:batch* AND NOT status:SIMULATED')}`,
  );
  expect(content.map(({ amount }) => amount).toSorted()).toEqual(['1250.50', '21']);
});

it('a batch stops when the session ends, keeps what was sent, and sends the rest once after the sign-in', async () => {
  const { page, context } = visitor;
  await page.goto(`${desk.url}/console/withdrawals/batch`);
  await page.locator('input[type="file"]').setInputFiles({
    name: 'withdrawals.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'venue,asset,amount,destination,network,tag,reference',
        ...[1, 2, 3].map((at) => `aurora,USDT,2${at},${ADDRESS},ETHEREUM,,ended-${at}`),
      ].join('\r\n'),
    ),
  });
  await page.getByRole('button', { name: 'Check 3 lines' }).click();
  const request = page.getByRole('button', { name: 'Request 3 withdrawals' });
  await request.waitFor();
  const requests = /venues\/withdrawals$/;
  await page.route(requests, async (route) => {
    if (route.request().postData()?.includes('"ended-2"') === true) await context.clearCookies();
    await route.continue();
  });
  await request.click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.unroute(requests);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.locator('[data-row="2"]').getByText('Requested').waitFor();
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Request 2 withdrawals' }).click();
  await page.getByText('2 withdrawals requested.').waitFor();
  const { content } = await api<{ content: { reference: string }[] }>(
    'GET',
    `/trade/v1/venues/withdrawals?q=${encodeURIComponent('reference:ended* AND NOT status:SIMULATED')}`,
  );
  expect(content.map(({ reference }) => reference).toSorted()).toEqual(['ended-1', 'ended-2', 'ended-3']);
});
