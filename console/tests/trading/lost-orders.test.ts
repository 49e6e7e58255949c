import { expect, it } from 'vitest';
import { callAs } from '../testing/call-as.ts';
import { confirmByPasskey } from '../testing/confirm.ts';
import { englishLeft } from '../testing/english-left.ts';
import { checkScreen } from '../testing/gates.ts';
import { inviteHere } from '../testing/invite-here.ts';
import { loseOrder } from '../testing/lose-order.ts';
import { openDesk } from '../testing/open.ts';
import { rowsOf } from '../testing/rows.ts';

interface Detail {
  readonly status: string;
  readonly movements: readonly { readonly asset: string; readonly amount: string }[];
  readonly orders: readonly {
    readonly status: string;
    readonly reason: string | null;
    readonly finding: { readonly by: string; readonly trades: readonly object[] } | null;
  }[];
}

const { desk, api, visit, visitBy } = await openDesk();
const [anton, olivia] = [await visit('anton'), await visit('olivia')];
const exchanges = ['aurora', 'borealis', 'cumulus'].map((code) => desk.exchange(code));
// While prices are still, nobody takes the offer of a maker.
await Promise.all(exchanges.map((exchange) => exchange.pace({ tickEveryMs: 0 })));

const show = (id: string) => api<Detail>('GET', `/trade/v1/conversions/${id}`);
const SETTLE = /^Settle the order \S+ at dorado$/;
const SUBMIT = 'Say what it traded';
const ago = (minutes: number) =>
  new Date(Date.now() - minutes * 60_000).toISOString().replace('T', ' ').replace('Z', '');

it('an order that its venue cannot be asked for is settled with the trades that two admins have found', async () => {
  const { id, order } = await loseOrder(desk, 'lost');
  const { page } = anton;
  await page.goto(`${desk.url}/console/conversions/${id}`);
  const section = page.getByRole('region', { name: SETTLE });
  await section.getByText(order.id).waitFor();
  await section.getByRole('button', { name: SUBMIT }).click();
  await section.getByText('Say whether it traded.').waitFor();
  await section.getByLabel('These trades').check();
  const fill = async (number: number, values: Readonly<Record<string, string>>) => {
    const trade = section.getByRole('group', { name: `Trade ${number}` });
    for (const [label, value] of Object.entries(values))
      await trade.getByRole('textbox', { name: label, exact: true }).fill(value);
  };
  const [first, second] = [ago(30), ago(20)];
  await fill(1, {
    'Id at the venue': 'T-2',
    'Time, in UTC': first,
    Price: order.price,
    Quantity: '0.7',
    Fee: '-0.125',
    'Asset of the fee': 'BNB',
  });
  await section.getByRole('button', { name: 'Add a trade' }).click();
  await fill(2, {
    'Id at the venue': 'T-1',
    'Time, in UTC': second,
    Price: '1',
    Quantity: '0.25',
    Fee: '0.00000001',
    'Asset of the fee': 'BTC',
  });
  await section.getByLabel('How you know').fill('Statement of dorado, page 3.');
  await section.getByRole('button', { name: SUBMIT }).click();
  // The server orders them by their ids, and so does the form what it has refused.
  const [one, two] = [1, 2].map((number) => section.getByRole('group', { name: `Trade ${number}` }));
  await one?.getByText('must not be worse than the limit').waitFor();
  await two?.getByText('must be at most the 0.5').waitFor();
  expect(await one?.getByLabel('Id at the venue').inputValue()).toBe('T-1');
  await section.getByText('must not come to more than').first().waitFor();
  await checkScreen(anton);
  await fill(1, { Price: order.price });
  await fill(2, { Quantity: '0.125' });
  await section.getByRole('button', { name: SUBMIT }).click();
  const asked = page.getByRole('dialog', { name: 'Confirm with your second factor' });
  await asked.getByText(`Trade T-2: 0.125 BTC at`).waitFor();
  await asked.getByText(`fee -0.125 BNB, Maker, ${first} UTC.`).waitFor();
  await checkScreen(anton);
  await confirmByPasskey(page);
  await page.getByText('You found this. It counts when another admin has found the same.').waitFor();
  const [found] = (await show(id)).orders;
  expect(found).toMatchObject({ status: 'OPEN', finding: { by: 'anton' } });
  expect(await rowsOf(page, 'Trades that were found')).toEqual(['T-1', 'T-2']);
  await checkScreen(anton);

  const other = olivia.page;
  await other.goto(`${desk.url}/console/conversions/${id}`);
  await other.getByText('How they know: Statement of dorado, page 3.').waitFor();
  expect(await rowsOf(other, 'Trades that were found')).toEqual(['T-1', 'T-2']);
  const shown = other.locator('tr[data-row="T-2"]');
  expect(await shown.textContent()).toContain(`${first} UTC`);
  await other.getByLabel('How you know').fill('Seen in their list, too.');
  await checkScreen(olivia);
  await other.getByRole('button', { name: 'I found the same' }).click();
  await other.getByText(`fee 0.00000001 BTC, Maker, ${second} UTC.`).waitFor();
  await confirmByPasskey(other);
  await other.getByText('The order is settled with what you both have found.').waitFor();
  await expect.poll(async () => (await show(id)).status).toBe('COMPLETED');
  await other.getByText('Completed', { exact: true }).first().waitFor();
  expect(await other.getByRole('region', { name: SETTLE }).count()).toBe(0);
  const { orders, movements } = await show(id);
  expect(orders).toMatchObject([
    { status: 'CANCELLED', finding: null, reason: 'As anton and olivia found: Seen in their list, too.' },
  ]);
  expect(movements).toContainEqual({ asset: 'BTC', amount: '-0.37500001' });
  expect(movements).toContainEqual({ asset: 'BNB', amount: '0.125' });
});

it('who has found something else says so, and it counts only when the other one agrees that it traded nothing', async () => {
  const { id } = await loseOrder(desk, 'nothing');
  await olivia.page.goto(`${desk.url}/console/conversions/${id}`);
  const draft = olivia.page.getByRole('region', { name: SETTLE });
  await draft.getByLabel('These trades').check();
  await draft.getByRole('textbox', { name: 'Price' }).fill('60000');
  await anton.page.goto(`${desk.url}/console/conversions/${id}`);
  const section = anton.page.getByRole('region', { name: SETTLE });
  await section.getByLabel('Nothing more').check();
  await section.getByLabel('How you know').fill('Not in their list.');
  await section.getByRole('button', { name: SUBMIT }).click();
  await confirmByPasskey(anton.page);
  await section.getByText('It traded nothing more.').waitFor();
  // What another person is typing stays until they look at what was found.
  await draft.getByRole('button', { name: 'Back to what was found' }).waitFor();
  expect(await draft.getByRole('textbox', { name: 'Price' }).inputValue()).toBe('60000');
  await draft.getByRole('button', { name: 'Back to what was found' }).click();
  await draft.getByText('How they know: Not in their list.').waitFor();
  await draft.getByRole('button', { name: 'I found something else' }).click();
  await draft.getByRole('button', { name: 'Back to what was found' }).click();
  await draft.getByLabel('How you know').fill('Not in their list.');
  await draft.getByRole('button', { name: 'I found the same' }).click();
  await confirmByPasskey(olivia.page);
  await expect.poll(async () => (await show(id)).status).toBe('CANCELLED');
  await section.waitFor({ state: 'detached' });
});

it('the form is only for admins and for a cancelled conversion, and has no English left in German', async () => {
  const { page } = olivia;
  const { id } = await api<{ id: string }>('POST', '/trade/v1/conversions', {
    reference: 'under-way',
    from: { asset: 'BTC', amount: '0.5' },
    to: { asset: 'USDT' },
    executor: 'MAKER',
  });
  const { id: lost } = await loseOrder(desk, 'german');
  const viewer = await visitBy(await inviteHere(desk, 'vera', 'trading:viewer'));
  for (const [reader, of] of [
    [page, id],
    [viewer.page, lost],
  ] as const) {
    await reader.goto(`${desk.url}/console/conversions/${of}`);
    await reader.locator('table[aria-label="Orders"] tbody tr').first().waitFor();
    // It is read again each second.
    await reader.waitForResponse((response) => response.url().endsWith(`/conversions/${of}`));
    expect(await reader.getByRole('region', { name: SETTLE }).count()).toBe(0);
  }
  await callAs(page, 'PUT', '/auth/preferences', { language: 'de', timeZone: 'UTC' });
  await page.goto(`${desk.url}/console/conversions/${lost}`);
  await page.getByLabel('Diese Abschlüsse').check();
  await page.getByRole('group', { name: 'Abschluss 1' }).waitFor();
  expect(await englishLeft(page)).toEqual([]);
  await checkScreen(olivia);
});
