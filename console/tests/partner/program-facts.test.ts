import { readFileSync } from 'node:fs';
import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { confirmByPasskey } from '../testing/confirm.ts';
import { parquetOf, workbookOf, type Cell } from '../testing/files.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';
import { addPartner, daysAgo, USD_PER_LOT } from '../testing/program.ts';

const { desk, visit } = await openDesk('partner,worker');
const mara = await visit('mara');
const { page } = mara;
const program = partnerOf(mara, desk.partnerUrl);

const open = (path: string) => page.goto(`${desk.partnerUrl}/console/${path}`);

const chooseFile = (name: string, content: string | Buffer) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });

async function balanceOf(uid: string): Promise<string> {
  const { accounts } = await program.as(uid).wallets.list();
  return accounts.reduce((all, { balance }) => all.plus(balance), new Big(0)).toFixed();
}

/** What the screen says of partners: their uids and cents. */
const byPartner = () => page.getByRole('table', { name: 'By partner' }).locator('tbody tr').allInnerTexts();

interface Credited {
  readonly would: string | null;
  readonly did: string | null;
  readonly partners: readonly string[];
}

/** Sees what a run through yesterday would credit, and runs it. Returns what the screen has of both. */
async function credit(): Promise<Credited> {
  await open('crediting/new');
  await page.getByRole('button', { name: 'See what it would credit' }).click();
  const sum = (title: string) =>
    page.getByRole('region', { name: title, exact: true }).locator('[data-sum]').getAttribute('data-sum');
  const would = await sum('It would credit');
  const partners = await byPartner();
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Credit it' }).click();
  await page.getByRole('button', { name: 'Credit the rewards' }).click();
  await confirmByPasskey(page);
  const did = await sum('Credited');
  expect(await byPartner()).toEqual(partners);
  return { would, did, partners };
}

const LOTS = ['1.5', '0.25', '3.1', '2'];
const HEADER =
  'server;Ticket no;client_account;symbol;base_currency;opened_at;closed_at;volume_lots;volume_mln_usd;Remark';
const line = (index: number, lots: string, closed = `${daysAgo(2)}T09:00:00Z`) =>
  `csv;${index + 1};csv-trades;EURUSD;EUR;${daysAgo(2)}T08:00:00Z;${closed};${lots};0,1;checked`;
const fileOf = (lines: readonly string[]) => `${[HEADER, ...lines].join('\n')}\n`;

it('a bad CSV is fixed with the table of faults, imported and credited, and the balance is the sum of its orders', async () => {
  const { uid } = await addPartner(program, 'csv');
  await open('facts/new');
  await page.getByRole('heading', { name: 'Fields of orders' }).waitFor();
  await checkScreen(mara);
  const bad = LOTS.map((lots, index) => line(index, lots.replace('.', ',')));
  bad[1] = line(1, '-0,25');
  bad[2] = line(2, '3,1', 'yesterday');
  await chooseFile('orders.csv', fileOf(bad));
  await page.getByLabel('Decimals').selectOption('comma');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('ticket is missing').waitFor();
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

  const { count } = await program.facts.batches({ kind: 'orders' });
  await chooseFile(
    'orders-fixed.csv',
    fileOf(LOTS.map((lots, index) => line(index, lots.replace('.', ',')))),
  );
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('Nothing is wrong with the file. It is not stored yet.').waitFor();
  expect((await program.facts.batches({ kind: 'orders' })).count).toBe(count);
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Import it' }).click();
  await page.getByText('The facts are stored.').waitFor();

  expect(await balanceOf(uid)).toBe('0');
  const { would, did, partners } = await credit();
  expect(did).toBe(would);
  const earned = LOTS.reduce((all, lots) => all.plus(new Big(lots).times(USD_PER_LOT)), new Big(0));
  expect(await balanceOf(uid)).toBe(earned.toFixed());
  expect(partners.find((row) => row.includes(uid))).toContain(earned.toFixed(2));
});

it('a batch names its file and who sent it, can be voided, and the next run takes back what it earned', async () => {
  const { batches } = await program.facts.batches({ kind: 'orders', limit: 1 });
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
    .poll(async () => (await program.facts.batches({ kind: 'orders' })).batches[0])
    .toMatchObject({ voids: sent?.number, withdrawn: LOTS.length });
  await credit();
  expect(await balanceOf('csv-partner')).toBe('0');

  await open('crediting?kind=adjustments');
  const adjustment = page.locator('tr[data-row]').first();
  await adjustment.waitFor();
  await checkScreen(mara);
  await adjustment.click();
  await page.getByText(`void of batch ${sent?.number}`).waitFor();
  expect((await byPartner()).some((row) => row.includes('csv-partner'))).toBe(true);
  await checkScreen(mara);
});

it('a batch or payout that an address names is shown whatever the list has, or said not to exist', async () => {
  const { batches } = await program.facts.batches({ kind: 'partners', limit: 1 });
  await open(`facts?kind=rates&id=${batches[0]?.number}`);
  const panel = page.getByRole('dialog');
  await panel.getByText('Partners', { exact: true }).waitFor();
  expect(await page.locator(`tr[data-row="${batches[0]?.number}"]`).count()).toBe(0);
  await open('crediting?kind=progress&id=1');
  await panel.getByText('Rewards', { exact: true }).waitFor();
  await panel.getByRole('table', { name: 'By partner' }).waitFor();
  for (const [path, text] of [
    ['facts?id=999999999', 'There is no such batch'],
    ['facts?id=nonsense', 'There is no such batch'],
    ['crediting?id=999999999', 'There is no such payout'],
  ] as const) {
    await open(path);
    await panel.getByText(text).waitFor();
  }
  await checkScreen(mara);
});

it('a batch of a kind that needs a second person cannot be voided alone, and leads to where it is proposed', async () => {
  const { batches } = await program.facts.batches({ kind: 'tariffs', limit: 1 });
  await open(`facts?kind=tariffs&id=${batches[0]?.number}`);
  await page.getByText('A second person confirms changes of this kind.').waitFor();
  expect(await page.getByRole('button', { name: 'Void the batch' }).count()).toBe(0);
  await checkScreen(mara);
  await page.getByRole('link', { name: 'Find what should go' }).click();
  await page.getByRole('heading', { level: 1, name: 'Tariffs' }).waitFor();
  await page.locator('tr[data-row]').first().click();
  await page.getByRole('button', { name: 'Propose to withdraw it' }).waitFor();
  await open('facts/new');
  await page.getByRole('heading', { name: 'Fields of orders' }).waitFor();
  const kinds = await page.getByLabel('Facts', { exact: true }).locator('option').allTextContents();
  expect(kinds).toContain('Orders');
  expect(kinds).not.toContain('Tariffs');
});

/** The orders of a file, as it should be stored. */
const sentOrders = (server: string) =>
  [
    ['1.37', '0.1'],
    ['0.04', '0.00000123'],
    ['12.5', '1.50000001'],
  ].map(([lots = '', millions = ''], index) => ({
    server,
    ticket: index + 1,
    client_account: `${server}-trades`,
    symbol: 'EURUSD',
    base_currency: 'EUR',
    opened_at: `${daysAgo(2)}T08:00:00.000000Z`,
    closed_at: `${daysAgo(2)}T09:1${index}:3${index}.000000Z`,
    volume_lots: lots,
    volume_mln_usd: millions,
  }));

const plain = (value: unknown) =>
  /^\d+\.\d+$/.test(String(value)) ? new Big(String(value)).toFixed() : value;

/** The orders of a server as the API has them. */
async function storedOrders(server: string): Promise<object[]> {
  const { rows } = await program.facts.rows('orders', { filter: [`server=${server}`] });
  const [first = {}] = sentOrders(server);
  return rows.map((row) => Object.fromEntries(Object.keys(first).map((name) => [name, plain(row[name])])));
}

/** Maps the columns that have other names, and imports the file. */
async function mapAndImport(): Promise<void> {
  await page.getByLabel('Column Closed').selectOption('closed_at');
  await page.getByLabel('Column Remark').selectOption({ label: 'Leave it out' });
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('Nothing is wrong with the file. It is not stored yet.').waitFor();
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Import it' }).click();
  await page.getByText('The facts are stored.').waitFor();
}

it('a workbook with columns of other names is stored with its decimals and times exact', async () => {
  await addPartner(program, 'sheet');
  const orders = sentOrders('sheet');
  const rows = orders.map(({ opened_at, closed_at, volume_lots, volume_mln_usd, ...order }): Cell[] => [
    ...Object.values(order),
    new Date(opened_at),
    new Date(closed_at),
    Number(volume_lots),
    Number(volume_mln_usd),
    'checked',
  ]);
  const names = ['server', 'ticket', 'client_account', 'symbol', 'base_currency', 'opened_at', 'Closed'];
  const header = [...names, 'volume_lots', 'volume_mln_usd', 'Remark'];
  await open('facts/new');
  await chooseFile('orders.xlsx', await workbookOf([header, ...rows]));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText('closed_at is missing').waitFor();
  await mapAndImport();
  expect(await storedOrders('sheet')).toEqual(orders);

  const [first = []] = rows;
  const words = first.map((cell, place) => (header[place] === 'volume_lots' ? 'many' : cell));
  await chooseFile('orders.xlsx', await workbookOf([header, first, words]));
  await page.getByRole('button', { name: 'Check the file' }).click();
  const faults = page.getByRole('table', { name: 'What to fix' }).locator('tr[data-row]');
  await expect.poll(() => faults.allTextContents()).toHaveLength(1);
  expect(await faults.textContent()).toMatch(/3.*volume_lots.*many.*decimal/);
});

it('a Parquet file with columns of other names is stored with its decimals and times exact', async () => {
  await addPartner(program, 'columns');
  const orders = sentOrders('columns');
  const select = (volume: string) =>
    orders
      .map(
        (order) => `select '${order.server}' as server, ${order.ticket} as ticket,
          '${order.client_account}' as client_account, '${order.symbol}' as symbol,
          '${order.base_currency}' as base_currency, timestamp '${order.opened_at.slice(0, -1)}' as opened_at,
          timestamp '${order.closed_at.slice(0, -1)}' as "Closed", ${order.volume_lots}::${volume} as volume_lots,
          ${order.volume_mln_usd}::decimal(18, 8) as volume_mln_usd, 'checked' as "Remark"`,
      )
      .join(' union all ');
  await open('facts/new');
  await chooseFile('orders.parquet', await parquetOf(select('double')));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await page.getByText(/^volume_lots is DOUBLE: write it as decimal/).waitFor();
  await checkScreen(mara);
  await chooseFile('orders.parquet', await parquetOf(select('decimal(11, 4)')));
  await mapAndImport();
  expect(await storedOrders('columns')).toEqual(orders);
});

const RATE = "select 'CHF' as currency, date '2024-03-01' as rate_date";

it.each<[string, string, () => Buffer | Promise<Buffer>, RegExp]>([
  ['no workbook', 'rates.xlsx', () => Buffer.from('currency\n'), /not a readable XLSX workbook/],
  [
    'a part of a workbook',
    'rates.xlsx',
    async () => (await workbookOf([['currency']])).subarray(0, 900),
    /not a readable XLSX/,
  ],
  ['no Parquet', 'rates.parquet', () => Buffer.from('currency\n'), /not a readable Parquet file/],
  [
    'a part of a Parquet file',
    'rates.parquet',
    async () => (await parquetOf(`${RATE}, 0.9 as per_usd`)).subarray(0, 200),
    /not a readable Parquet file/,
  ],
  [
    'Parquet with floating-point decimals',
    'rates.parquet',
    () => parquetOf(`${RATE}, 0.9::double as per_usd`),
    /per_usd.*is DOUBLE: write it as decimal\(18, 8\) or as text/,
  ],
  [
    'a table without a field',
    'rates.csv',
    () => Buffer.from('currency,per_usd\nCHF,1\n'),
    /rate_date.*is missing/,
  ],
])('%s is refused with what to do, and nothing is stored', async (_what, name, make, message) => {
  const { count } = await program.facts.batches({ kind: 'rates' });
  await open('facts/new?kind=rates');
  await chooseFile(name, await make());
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toMatch(message);
  expect(await page.getByRole('button', { name: 'Import it' }).count()).toBe(0);
  expect((await program.facts.batches({ kind: 'rates' })).count).toBe(count);
});

it('a file of an unknown format is refused before it is sent', async () => {
  await open('facts/new?kind=rates');
  await chooseFile('rates.txt', 'currency\n');
  await page.getByText('Choose a file that ends with .csv, .tsv, .xlsx, .parquet or .ndjson.').waitFor();
  expect(await page.getByRole('button', { name: 'Check the file' }).isDisabled()).toBe(true);
  await checkScreen(mara);
});

it('the rows of a table are what its download has', async () => {
  await open('crediting');
  await page.locator('tr[data-row]').first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the rows shown as CSV' }).click(),
  ]);
  const { payouts } = await program.crediting.payouts({ limit: 1 });
  const [, first = ''] = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect(first).toContain(payouts[0]?.reward_usd);
});
