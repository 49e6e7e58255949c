import { readFileSync } from 'node:fs';
import { Big } from 'big.js';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium } from '../../src/testing/chromium.ts';
import { startDesk, type Desk } from './testing/desk.ts';
import { checkScreen } from './testing/gates.ts';
import { addPartner, daysAgo, USD_PER_LOT } from './testing/program.ts';
import { sessionOf } from './testing/session.ts';
import { join, openVisitor, type Visitor } from './testing/visitor.ts';

let desk: Desk;
let browser: Browser;
let mara: Visitor;

beforeAll(async () => {
  [desk, browser] = await Promise.all([startDesk('partner,worker'), openChromium()]);
  mara = await openVisitor(browser, desk.partnerUrl);
  await join(mara, desk.links.get('mara') ?? '');
});
afterAll(async () => {
  await browser.close();
  await desk.stop();
});

const open = (path: string) => mara.page.goto(`${desk.partnerUrl}/console/${path}`);
const program = () => sessionOf(mara, desk.partnerUrl);

const chooseFile = (name: string, text: string) =>
  mara.page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });

async function balanceOf(uid: string): Promise<string> {
  const { accounts } = await (await program()).as(uid).wallets.list();
  return accounts.reduce((all, { balance }) => all.plus(balance), new Big(0)).toFixed();
}

/** Sees what a run through yesterday would credit, and runs it. Returns both sums as the screen has them. */
async function credit(): Promise<{ would: string | null; did: string | null }> {
  const { page } = mara;
  await open('crediting/new');
  await page.getByRole('button', { name: 'See what it would credit' }).click();
  const sum = (title: string) =>
    page.getByRole('region', { name: title, exact: true }).locator('[data-sum]').getAttribute('data-sum');
  const would = await sum('It would credit');
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Credit it' }).click();
  await page.getByRole('button', { name: 'Credit the rewards' }).click();
  const did = await sum('Credited');
  return { would, did };
}

const LOTS = ['1.5', '0.25', '3.1', '2'];
const HEADER =
  'server;Ticket no;client_account;symbol;base_currency;opened_at;closed_at;volume_lots;volume_mln_usd;Remark';
const line = (index: number, lots: string, closed = `${daysAgo(2)}T09:00:00Z`) =>
  `csv;${index + 1};csv-trades;EURUSD;EUR;${daysAgo(2)}T08:00:00Z;${closed};${lots};0,1;checked`;
const fileOf = (lines: readonly string[]) => `${[HEADER, ...lines].join('\n')}\n`;

it('a bad CSV is fixed with the table of faults, imported and credited, and the balance is the sum of its orders', async () => {
  const { uid } = await addPartner(await program(), 'csv');
  const { page } = mara;
  await open('facts/new');
  await page.getByRole('heading', { name: 'Fields of orders' }).waitFor();
  await checkScreen(mara);
  const bad = LOTS.map((lots, index) => line(index, lots.replace('.', ',')));
  bad[1] = line(1, '-0,25');
  bad[2] = line(2, '3,1', 'yesterday');
  await chooseFile('orders.csv', fileOf(bad));
  await page.getByLabel('Decimals').selectOption('comma');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('No column is known for ticket.').waitFor();
  await checkScreen(mara);
  await page.getByLabel('Column Ticket no').selectOption('ticket');
  await page.getByLabel('Column Remark').selectOption({ label: 'Leave it out' });
  await page.getByRole('button', { name: 'Check the file' }).click();
  const faults = page.getByRole('table', { name: 'What to fix' }).locator('tr[data-row]');
  await expect.poll(() => faults.allTextContents()).toHaveLength(2);
  const [negative, moment] = await faults.allTextContents();
  expect(negative).toMatch(/3.*volume_lots.*-0.25.*zero or more/);
  expect(moment).toMatch(/4.*closed_at.*yesterday.*a UTC date-time/);
  await checkScreen(mara);

  const { count } = await (await program()).facts.batches({ kind: 'orders' });
  await chooseFile(
    'orders-fixed.csv',
    fileOf(LOTS.map((lots, index) => line(index, lots.replace('.', ',')))),
  );
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('Nothing is wrong with the file. It is not stored yet.').waitFor();
  expect((await (await program()).facts.batches({ kind: 'orders' })).count).toBe(count);
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Import it' }).click();
  await page.getByText('The facts are stored.').waitFor();

  expect(await balanceOf(uid)).toBe('0');
  const { would, did } = await credit();
  expect(did).toBe(would);
  const earned = LOTS.reduce((all, lots) => all.plus(new Big(lots).times(USD_PER_LOT)), new Big(0));
  expect(await balanceOf(uid)).toBe(earned.toFixed());
});

it('a batch names its file and who sent it, can be voided, and the next run takes back what it earned', async () => {
  const { page } = mara;
  const { batches } = await (await program()).facts.batches({ kind: 'orders', limit: 1 });
  const [sent] = batches;
  expect(sent).toMatchObject({ file_name: 'orders-fixed.csv', actor: 'mara', accepted: LOTS.length });
  await open('facts?kind=orders');
  const row = page.locator(`[data-row="${sent?.number}"]`);
  await expect.poll(() => row.textContent()).toMatch(/orders-fixed\.csv.*mara/);
  await checkScreen(mara);
  await row.click();
  await page.getByLabel('Reason, for the audit log').fill('Sent twice by mistake');
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Void the batch' }).click();
  await page.getByRole('button', { name: 'Withdraw them' }).click();
  await expect
    .poll(async () => (await (await program()).facts.batches({ kind: 'orders' })).batches[0])
    .toMatchObject({ voids: sent?.number, withdrawn: LOTS.length });
  await credit();
  expect(await balanceOf('csv-partner')).toBe('0');

  await open('crediting?kind=adjustments');
  const adjustment = page.locator('tr[data-row]').first();
  await adjustment.waitFor();
  await checkScreen(mara);
  await adjustment.click();
  await page.getByText(`void of batch ${sent?.number}`).waitFor();
  await checkScreen(mara);
});

it.each(['xlsx', 'parquet'])(
  'a file that is no %s is refused with what to do, and nothing is stored',
  async (ending) => {
    const { page } = mara;
    await open('facts/new?kind=rates');
    await chooseFile(`rates.${ending}`, 'currency,rate_date,per_usd\n');
    await page.getByRole('button', { name: 'Check the file' }).click();
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/is not a readable/);
    expect(await page.getByRole('button', { name: 'Import it' }).count()).toBe(0);
  },
);

it('the rows of a table are what its download has', async () => {
  const { page } = mara;
  await open('crediting');
  await page.locator('tr[data-row]').first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the rows shown as CSV' }).click(),
  ]);
  const { payouts } = await (await program()).crediting.payouts({ limit: 1 });
  const [, first = ''] = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect(first).toContain(payouts[0]?.reward_usd);
});
