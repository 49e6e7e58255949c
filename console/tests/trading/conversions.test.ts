import { expect, it } from 'vitest';
import { choose, suggested } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { rowsOf } from '../testing/rows.ts';

interface Detail {
  readonly id: string;
  readonly status: string;
  readonly from: { readonly amount: string };
  readonly to: { readonly amount: string };
  readonly bound: { readonly minReceived: string | null } | null;
  readonly orders: readonly { readonly id: string; readonly venue: string }[];
  readonly trades: readonly { readonly venueTradeId: string; readonly quantity: string }[];
}

const { desk, api, visit } = await openDesk();
const visitor = await visit('olivia');

const show = (id: string) => api<Detail>('GET', `/trade/v1/conversions/${id}`);

async function draft(amount: string, reference: string, page = visitor.page): Promise<void> {
  await page.goto(`${desk.url}/console/conversions/new`);
  await page.getByRole('combobox', { name: 'Sell' }).click();
  await page.getByRole('option', { name: 'BTC', exact: true }).click();
  await page.getByRole('combobox', { name: 'Buy' }).click();
  await page.getByRole('option', { name: 'USDT', exact: true }).click();
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount);
  await page.getByLabel('Reference').fill(reference);
}

it('without a conversion the list says what one is', async () => {
  await visitor.page.goto(`${desk.url}/console/conversions`);
  await visitor.page.getByText('No conversion yet').waitFor();
  expect(await visitor.page.getByRole('table').count()).toBe(0);
  await checkScreen(visitor);
});

it('nothing is sent before the estimate is confirmed; then legs, orders and trades equal the API', async () => {
  const { page } = visitor;
  await draft('0', 'rebalance-1');
  await page.getByRole('button', { name: 'Estimate' }).click();
  await page.getByText('Give an amount above 0').waitFor();
  await draft('0.05', 'rebalance-1');
  await page.getByRole('button', { name: 'Estimate' }).click();
  await page.getByRole('table', { name: 'First orders, BTC to USDT' }).waitFor();
  expect(await page.getByLabel('Slippage at most').inputValue()).toBe('1');
  await page.getByText(/^At least [\d\s,.\u2009\u00a0\u202f]+ USDT$/).waitFor();
  await checkScreen(visitor);
  const { totalElements } = await api<{ totalElements: number }>('GET', '/trade/v1/conversions');
  expect(totalElements).toBe(0);
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.06');
  expect(await page.getByRole('button', { name: 'Convert BTC to USDT' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Estimate' }).click();
  await page.getByRole('button', { name: 'Convert BTC to USDT' }).click();
  await page.getByRole('heading', { name: 'Conversion rebalance-1' }).waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  await page.getByText('Completed', { exact: true }).waitFor();
  const { status, orders, trades } = await show(id);
  expect(status).toBe('COMPLETED');
  expect(trades.length).toBeGreaterThan(0);
  await expect.poll(() => rowsOf(page, 'Orders')).toEqual(orders.map((order) => order.id).toReversed());
  const shown = await rowsOf(page, 'Trades');
  expect(shown.map((key) => key.split(' ')[1])).toEqual(
    trades.map(({ venueTradeId }) => venueTradeId).toReversed(),
  );
  const { totalElements: sent } = await api<{ totalElements: number }>('GET', '/trade/v1/conversions');
  expect(sent).toBe(1);
  await checkScreen(visitor);
});

it('the amount that was reviewed is the bound, and the detail shows it beside the result', async () => {
  const { page } = visitor;
  await draft('0.05', 'protected');
  await page.getByLabel('Slippage at most').fill('60');
  await page.getByRole('button', { name: 'Estimate' }).click();
  await page.getByText('Give a percentage from 0 to 50').waitFor();
  await page.getByLabel('Slippage at most').fill('2.5');
  await page.getByRole('button', { name: 'Estimate' }).click();
  const reviewed = page.getByText(/^At least .* USDT$/);
  await reviewed.waitFor();
  const shown = await reviewed.textContent();
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/conversions'),
  );
  await page.getByRole('button', { name: 'Convert BTC to USDT' }).click();
  const body = (await sent).postDataJSON() as { minReceived: string; maxSlippageBps?: number };
  expect(body.maxSlippageBps).toBe(250);
  expect((shown ?? '').replaceAll(/[^\d.]/g, '')).toBe(body.minReceived);
  await page.getByText('Completed', { exact: true }).waitFor();
  await page.getByText(/^At least .* USDT$/).waitFor();
  await page.getByText(/than the quote$|^As quoted$/).waitFor();
  const { bound } = await show(page.url().split('/').at(-1) ?? '');
  // The books may have become better since the review, and the slippage is against those.
  expect(Number(bound?.minReceived)).toBeGreaterThanOrEqual(Number(body.minReceived));
  await checkScreen(visitor);
});

it('an amount that the books do not offer within the bound cannot be sent', async () => {
  const { page } = visitor;
  await draft('40', 'too-much');
  await page.getByLabel('Slippage at most').fill('0.01');
  await page.getByRole('button', { name: 'Estimate' }).click();
  await page.getByText('The books do not keep this bound now').waitFor();
  expect(await page.getByRole('button', { name: 'Convert BTC to USDT' }).count()).toBe(0);
  await checkScreen(visitor);
});

it('a repeat after a lost answer leads to the one conversion that the first click made', async () => {
  const { page } = visitor;
  await draft('0.05', 'unanswered');
  await choose(page, 'Ends', 'After 5 minutes');
  await page.getByRole('button', { name: 'Estimate' }).click();
  const convert = page.getByRole('button', { name: 'Convert BTC to USDT' });
  await convert.waitFor();
  await page.route('**/trade/v1/conversions', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await convert.click();
  await page.getByText('No answer came').waitFor({ timeout: 60_000 });
  await checkScreen(visitor);
  await page.unroute('**/trade/v1/conversions');
  await convert.click();
  await page.getByRole('heading', { name: 'Conversion unanswered' }).waitFor();
  const made = await api<{ content: Detail[] }>(
    'GET',
    `/trade/v1/conversions?q=${encodeURIComponent('reference:unanswered')}`,
  );
  expect(made.content.map(({ id }) => id)).toEqual([page.url().split('/').at(-1)]);
});

it('an estimate of half a minute ago cannot be confirmed before a fresh one', async () => {
  const page = await visitor.context.newPage();
  await page.clock.install();
  await draft('0.05', 'old', page);
  await page.getByRole('button', { name: 'Estimate' }).click();
  const convert = page.getByRole('button', { name: 'Convert BTC to USDT' });
  await convert.waitFor();
  await page.clock.fastForward(31_000);
  const refresh = page.getByRole('button', { name: 'Get a fresh estimate' });
  await refresh.waitFor();
  expect(await convert.count()).toBe(0);
  await checkScreen({ ...visitor, page });
  await refresh.click();
  await convert.click();
  await page.getByRole('heading', { name: 'Conversion old' }).waitFor();
  await page.close();
});

it('trades only at the venues that were chosen', async () => {
  const { page } = visitor;
  await draft('0.05', 'chosen');
  await page.getByRole('combobox', { name: 'Only at' }).click();
  for (const venue of ['Aurora Exchange', 'Cumulus Digital']) {
    await page.getByRole('option', { name: venue, exact: true }).click();
  }
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Estimate' }).click();
  await page.getByRole('button', { name: 'Convert BTC to USDT' }).waitFor();
  await checkScreen(visitor);
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/conversions'),
  );
  await page.getByRole('button', { name: 'Convert BTC to USDT' }).click();
  expect((await sent).postDataJSON()).toMatchObject({ venues: ['aurora', 'cumulus'] });
  await page.getByText('Completed', { exact: true }).waitFor();
  const { orders } = await show(page.url().split('/').at(-1) ?? '');
  expect(['aurora', 'cumulus']).toEqual(expect.arrayContaining(orders.map(({ venue }) => venue)));
});

it('a conversion under way is cancelled, and its order is no longer open at the venue', async () => {
  const { page } = visitor;
  const exchanges = ['aurora', 'borealis', 'cumulus'].map((code) => desk.exchange(code));
  // While prices are still, nobody takes the offer of the maker.
  await Promise.all(exchanges.map((exchange) => exchange.pace({ tickEveryMs: 0 })));
  const { id } = await api<Detail>('POST', '/trade/v1/conversions', {
    reference: 'maker',
    from: { asset: 'BTC', amount: '0.5' },
    to: { asset: 'USDT' },
    executor: 'MAKER',
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await page.goto(`${desk.url}/console/conversions/${id}`);
  await page.locator('table[aria-label="Orders"] tbody tr').first().waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Cancel the conversion' }).click();
  await expect.poll(async () => (await show(id)).status, { timeout: 60_000 }).toBe('CANCELLED');
  await page.getByText('Cancelled', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Cancel', exact: true }).count()).toBe(0);
  const sent = new Set((await show(id)).orders.map((order) => order.id));
  const books = await Promise.all(exchanges.map((exchange) => exchange.state()));
  const left = books.flatMap(({ orders }) => orders).filter(({ clientOrderId }) => sent.has(clientOrderId));
  expect(left.map(({ status }) => status)).not.toContain('open');
});

it('the filter completes fields and values, and its rows equal the API, also after a reload', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/conversions`);
  await page.getByRole('textbox', { name: 'Filter' }).click();
  await page.keyboard.type('fromA');
  await suggested(page, /^fromAsset/);
  await page.keyboard.press('Enter');
  await page.keyboard.type('BT');
  await suggested(page, 'BTC');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' AND status:CANC');
  await suggested(page, 'CANCELLED');
  await checkScreen(visitor);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  const q = 'fromAsset:BTC AND status:CANCELLED';
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(q);
  const { content } = await api<{ content: Detail[] }>(
    'GET',
    `/trade/v1/conversions?q=${encodeURIComponent(q)}`,
  );
  expect(content).toHaveLength(1);
  const ids = content.map(({ id }) => id);
  await expect.poll(() => rowsOf(page, 'Conversions')).toEqual(ids);
  await page.reload();
  await expect.poll(() => rowsOf(page, 'Conversions')).toEqual(ids);
});

it('a fault is marked under the character that the server names', async () => {
  const { page } = visitor;
  const q = 'fromAsset:BTC AND wrong:x';
  await page.goto(`${desk.url}/console/conversions?q=${encodeURIComponent(q)}`);
  const mark = page.locator('.cm-lintRange-error');
  await mark.waitFor();
  const before = await mark.evaluate((node) => {
    const range = document.createRange();
    range.setStart(node.closest('.cm-line') ?? node, 0);
    range.setEndBefore(node);
    return range.toString().length;
  });
  expect(before).toBe(q.indexOf('wrong'));
  expect(await page.getByRole('alert').textContent()).toContain(`Character ${before + 1}:`);
  await checkScreen(visitor);
});
