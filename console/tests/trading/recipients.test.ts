import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { ADDRESS, apiOf } from '../testing/api.ts';
import { choose, confirmByPasskey } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { inviteHere } from '../testing/invite-here.ts';
import { openDesk } from '../testing/open.ts';

interface Destination {
  readonly id: string;
  readonly alias: string;
  readonly status: string;
  readonly recipient: { readonly id: string; readonly hash: string } | null;
}

interface Withdrawal {
  readonly id: string;
  readonly status: string;
  readonly recipient: Destination['recipient'];
}

const { desk, visit, visitBy } = await openDesk();
const olivia = await visit('olivia');
const anton = await visit('anton');
let api = apiOf(desk);
let approver = apiOf(desk, 'approver');
// Their tokens end after some minutes.
beforeEach(() => {
  api = apiOf(desk);
  approver = apiOf(desk, 'approver');
});
/** An admin who may not read who receives withdrawals. */
const carl = await visitBy(await inviteHere(desk, 'carl', 'trading:admin'));

const WITHDRAWALS = '/trade/v1/venues/withdrawals';
const COMPANY = 'Kitakaze International Trading and Shipping Company of Kyoto and Osaka';
const LOCAL = '北風国際貿易海運株式会社';

const find = async (alias: string) =>
  (await api<Destination[]>('GET', '/trade/v1/destinations')).find((row) => row.alias === alias);
const show = (id: string) => api<Withdrawal>('GET', `${WITHDRAWALS}/${id}`);
const groupOf = (page: Page) => page.getByRole('group', { name: 'Who receives it' });
const pick = (page: Page, label: string) => groupOf(page).getByText(label, { exact: true }).click();
const idIn = (page: Page): string => page.url().split('/').at(-1) ?? '';

/** What the exchange got about who receives a withdrawal. */
async function toldAbout(id: string): Promise<object | undefined> {
  const { transfers } = await desk.exchange('borealis').state();
  const [sent, ...more] = transfers.filter(({ reference }) => reference === id);
  expect(more).toEqual([]);
  return sent?.beneficiary;
}

async function chooseProvider(page: Page, typed: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Provider, as Borealis Markets calls it' });
  await field.click();
  await field.fill(typed);
  await page.getByRole('option', { name: option }).click();
}

it('who receives at a destination is said with it, by fields that apply, and confirmed by another who reads it', async () => {
  const { page } = olivia;
  await page.goto(`${desk.url}/console/destinations/new`);
  await page.getByLabel('Name').first().fill('supplier');
  await choose(page, 'Network', 'ETHEREUM');
  await page.getByLabel('Address').last().fill(ADDRESS);
  await page.getByLabel('Say who receives it').check();
  expect(await groupOf(page).getByRole('textbox').count()).toBe(0);
  await pick(page, 'Our own');
  await pick(page, 'They hold the keys themselves');
  expect(await groupOf(page).getByRole('textbox').count()).toBe(0);
  await pick(page, 'Somebody else’s');
  await pick(page, 'A company');
  expect(await page.getByLabel('First name').count()).toBe(0);
  await pick(page, 'A provider holds the keys');
  await page.getByRole('button', { name: 'Save the destination' }).click();
  await page.getByText('This is required.').first().waitFor();
  expect(await find('supplier')).toBeUndefined();
  await checkScreen(olivia);
  await page.getByLabel('Name of the company').fill(COMPANY);
  await page.getByLabel('Name in its own script').fill(LOCAL);
  await page.getByRole('textbox', { name: 'City' }).fill('京都市');
  await page.getByRole('combobox', { name: 'Country of the recipient' }).fill('Jap');
  await page.getByRole('option', { name: 'Japan' }).click();
  await choose(page, 'Purpose', 'Goods');
  await chooseProvider(page, 'kitak', 'Kitakaze Coin 北風コイン');
  await expect
    .poll(() => page.getByLabel('Name of the provider').inputValue())
    .toBe('Kitakaze Coin 北風コイン');
  await page.getByLabel('I declare that these answers are true.').check();
  await checkScreen(olivia);
  await page.getByRole('button', { name: 'Save the destination' }).click();
  await page.getByText('You saved it. Another admin confirms it.').waitFor();
  const panel = page.getByRole('dialog');
  await panel.getByText(`${COMPANY} (${LOCAL}), a company.`).waitFor();
  await panel.getByText('The wallet is held by Kitakaze Coin 北風コイン.').waitFor();
  await checkScreen(olivia);
  const saved = await find('supplier');
  expect(saved?.status).toBe('UNCONFIRMED');

  const hidden = carl.page;
  await hidden.goto(`${desk.url}/console/destinations?id=${saved?.id}`);
  await hidden.getByText('The recipient is saved. You may not see who it is.').waitFor();
  expect(await hidden.locator('body').textContent()).not.toContain(LOCAL);
  await checkScreen(carl);

  const other = anton.page;
  await other.goto(`${desk.url}/console/destinations?id=${saved?.id}`);
  await other.getByRole('button', { name: 'Confirm the destination' }).click();
  const question = other.getByRole('dialog', { name: 'Confirm with your second factor' });
  await question.getByText('You confirm with it who receives what is sent there:').waitFor();
  await question.getByText(`${COMPANY} (${LOCAL}), a company.`).waitFor();
  await checkScreen(anton);
  await confirmByPasskey(other);
  await expect.poll(async () => (await find('supplier'))?.status).toBe('CONFIRMED');
});

it('a withdrawal to it shows who receives it, and the exchange that asks gets exactly that, once', async () => {
  const { page } = olivia;
  await page.goto(`${desk.url}/console/withdrawals/new`);
  await choose(page, 'From venue', 'Borealis Markets');
  await choose(page, 'Asset', 'ETH');
  await page.getByLabel('Amount').fill('1.5');
  await choose(page, 'Destination', 'supplier');
  await groupOf(page).getByText(`${COMPANY} (${LOCAL}), a company.`).waitFor();
  await page.getByText('It is all that Borealis Markets asks.').waitFor();
  await page.getByLabel('Reference').fill('invoice-1');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('The dry run passed').waitFor();
  await checkScreen(olivia);
  await page.getByRole('button', { name: 'Request the withdrawal' }).click();
  await page.getByRole('heading', { name: 'Withdrawal invoice-1' }).waitFor();
  const id = idIn(page);

  const other = anton.page;
  await other.goto(`${desk.url}/console/approvals?id=${id}`);
  await other.getByRole('dialog').getByText(`${COMPANY} (${LOCAL}), a company.`).waitFor();
  await checkScreen(anton);
  await other.getByRole('button', { name: 'Approve', exact: true }).click();
  const payment = other.locator(`[data-payment="${id}"]`);
  await payment.getByText(`${COMPANY} (${LOCAL}), a company.`).waitFor();
  await checkScreen(anton);
  await confirmByPasskey(other);
  await expect.poll(async () => (await show(id)).status, { timeout: 30_000 }).toBe('COMPLETED');
  expect(await toldAbout(id)).toEqual({
    holder: 'other',
    kind: 'company',
    companyName: COMPANY,
    nativeName: LOCAL,
    city: '京都市',
    country: 'JP',
    purpose: 'goods',
    wallet: 'provider',
    provider: 'KTKR',
    declaration: true,
  });
});

it('a destination without a recipient is refused before anything is sent, with what to do', async () => {
  await api('POST', '/trade/v1/destinations', {
    alias: 'nobody',
    kind: 'blockchain',
    network: 'ETHEREUM',
    address: ADDRESS,
  });
  const { page } = olivia;
  await page.goto(`${desk.url}/console/withdrawals/new`);
  await choose(page, 'From venue', 'Borealis Markets');
  await choose(page, 'Asset', 'ETH');
  await choose(page, 'Destination', 'nobody (not confirmed)');
  await page.getByText('Borealis Markets asks who receives it, and nothing is saved').waitFor();
  await checkScreen(olivia);
  // A venue that asks nothing is not in the way.
  await choose(page, 'From venue', 'Aurora Exchange');
  await choose(page, 'Asset', 'ETH');
  await choose(page, 'Destination', 'nobody (not confirmed)');
  expect(await groupOf(page).count()).toBe(0);
});

it('an address that is not saved says who receives it: refusals land on their fields, and a held one says what is missing', async () => {
  const { page } = olivia;
  await page.goto(`${desk.url}/console/withdrawals/new`);
  await choose(page, 'From venue', 'Borealis Markets');
  await choose(page, 'Asset', 'ETH');
  await page.getByLabel('Amount').fill('0.7');
  await page.getByText('New address').click();
  await choose(page, 'Network', 'ETHEREUM');
  await page.getByRole('textbox', { name: 'Address' }).fill(ADDRESS);
  await page.getByLabel('Reference').fill('grant-1');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('This is required.').first().waitFor();
  await pick(page, 'Somebody else’s');
  await pick(page, 'A person');
  await pick(page, 'A provider holds the keys');
  await page.getByLabel('First name').fill('Ada 2');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByRole('textbox', { name: 'City' }).fill('London');
  await page.getByRole('combobox', { name: 'Country of the recipient' }).fill('United K');
  await page.getByRole('option', { name: 'United Kingdom' }).click();
  await choose(page, 'Purpose', 'Gift or donation');
  await chooseProvider(page, 'others', 'Take “others” as its id');
  await page.getByLabel('Name of the provider').fill('Small Wallets Ltd');
  await page.getByLabel('I declare that these answers are true.').check();
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('It must have 1 to 100 characters without digits.').waitFor();
  const name = page.getByLabel('First name');
  expect(await name.getAttribute('aria-invalid')).toBe('true');
  await page.getByText('What is missing or wrong is shown beside it. Nothing was sent.').waitFor();
  await checkScreen(olivia);
  await name.fill('Ada');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('The dry run passed').waitFor();
  const compared = page.getByRole('region', { name: 'Compare before you request' });
  expect(await compared.textContent()).toContain('Ada Lovelace, a person.');
  await page.getByRole('button', { name: 'Request the withdrawal' }).click();
  await page.getByRole('heading', { name: 'Withdrawal grant-1' }).waitFor();
  const id = idIn(page);
  await approver('POST', `${WITHDRAWALS}/${id}/votes`, { decision: 'APPROVE' });
  await page.getByText('The venue has it, and waits').waitFor();
  await page.getByText('Waits at the venue').waitFor();
  await page.getByText('Which authority licenses the provider that is not listed?').first().waitFor();
  await page.getByText('Ada Lovelace, a person.').waitFor();
  await checkScreen(olivia);
  await desk.exchange('borealis').inform(id);
  await expect.poll(async () => (await show(id)).status, { timeout: 60_000 }).toBe('COMPLETED');
  expect(await toldAbout(id)).toMatchObject({ provider: 'others', providerName: 'Small Wallets Ltd' });

  await page.getByRole('button', { name: 'Erase who received it' }).click();
  await page.getByText('A keyed hash stays').waitFor();
  await checkScreen(olivia);
  await page.getByRole('button', { name: 'Erase for good' }).click();
  await page.getByText(/Who received it was erased on/).waitFor();
  expect(await page.locator('body').textContent()).not.toContain('Lovelace');
  await checkScreen(olivia);
});

it('a change of the recipient says before that it makes the destination unconfirmed, and does', async () => {
  const { id, recipient: before } = (await find('supplier')) ?? { id: '' };
  const { page } = anton;
  await page.goto(`${desk.url}/console/destinations?id=${id}`);
  await page.getByRole('button', { name: 'Change who receives it' }).click();
  await page.getByText('After the change the destination is unconfirmed').waitFor();
  await expect.poll(() => page.getByLabel('Name of the company').inputValue()).toBe(COMPANY);
  // What was declared before was declared by somebody else.
  await page.getByRole('button', { name: 'Save who receives it' }).click();
  await page.getByText('This is required.').waitFor();
  await page.getByLabel('Name of the company').fill('Other Trading');
  await page.getByLabel('I declare that these answers are true.').check();
  await checkScreen(anton);
  await page.getByRole('button', { name: 'Save who receives it' }).click();
  await page.getByText(`Other Trading (${LOCAL}), a company.`).waitFor();
  await expect.poll(async () => (await find('supplier'))?.status).toBe('UNCONFIRMED');
  expect((await find('supplier'))?.recipient?.hash).not.toBe(before?.hash);
  await checkScreen(anton);
});
