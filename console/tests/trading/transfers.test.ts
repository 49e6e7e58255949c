import { expect, it } from 'vitest';
import { apiOf } from '../testing/api.ts';
import { choose, confirmByPasskey } from '../testing/confirm.ts';
import { englishLeft } from '../testing/english-left.ts';
import { checkScreen } from '../testing/gates.ts';
import { arrive, makeLost, sendTransfer, untilTransfer } from '../testing/make-transfer.ts';
import { openDesk } from '../testing/open.ts';
import { cellsOf } from '../testing/rows.ts';

const { desk, api, visit } = await openDesk();
const anton = await visit('anton');
const olivia = await visit('olivia');
const exchange = desk.exchange('aurora');

interface Transfer {
  readonly id: string;
  readonly reference: string;
  readonly status: string;
  readonly blockchainDestination: { readonly address: string };
  readonly deposit: { readonly id: string; readonly venueTransferId: string } | null;
}
const transfers = async () =>
  (await api<{ content: Transfer[] }>('GET', '/trade/v1/transfers?simulated=false')).content;

it('a person moves money to another venue without typing an address, and it is sent once after the vote', async () => {
  const { page } = olivia;
  await page.goto(`${desk.url}/console/transfers`);
  await page.getByText('No transfer yet').waitFor();
  await checkScreen(olivia);
  await page.getByRole('link', { name: 'New transfer' }).first().click();
  await choose(page, 'From venue', 'Aurora Exchange');
  await choose(page, 'To venue', 'Borealis Markets');
  await choose(page, 'Asset', 'USDC');
  await choose(page, 'Network', 'ETHEREUM');
  await page.getByLabel('Amount').fill('1,250.50');
  await page.getByLabel('Reference').fill('move-1');
  await page.getByRole('button', { name: 'Check' }).click();
  const review = page.getByRole('region', { name: 'Review' });
  await review.getByRole('button', { name: 'Request the transfer' }).waitFor();
  const [shown] = (await api<{ content: Transfer[] }>('GET', '/trade/v1/transfers')).content;
  expect((await review.textContent())?.replaceAll(/\s/g, '')).toContain(shown?.blockchainDestination.address);
  await checkScreen(olivia);
  expect(await transfers()).toEqual([]);
  await review.getByRole('button', { name: 'Request the transfer' }).click();
  await page.getByRole('heading', { level: 1, name: 'Transfer move-1' }).waitFor();
  const [made] = await transfers();
  await apiOf(desk, 'approver')('POST', `/trade/v1/venues/withdrawals/${made?.id}/votes`, {
    decision: 'APPROVE',
  });
  await page.getByText('In flight').waitFor({ timeout: 60_000 });
  const paid = (await exchange.state()).transfers.filter(({ reference }) => reference === made?.id);
  expect(paid).toHaveLength(1);
  await checkScreen(olivia);
});

it('the list shows both ends on one line, and the overview what is in flight, until it is credited', async () => {
  const { page } = anton;
  const [made] = await transfers();
  await page.goto(`${desk.url}/console/`);
  const line = page.getByRole('link', { name: /1,250\.50 USDC.*1 transfer/ });
  await line.waitFor();
  await checkScreen(anton);
  await line.click();
  await page.getByRole('heading', { level: 1, name: 'Transfers' }).waitFor();
  await expect
    .poll(async () => (await cellsOf(page, 'Transfers')).map(({ Status: status }) => status))
    .toEqual(['In flight']);
  const [row] = await cellsOf(page, 'Transfers');
  expect(row?.['From – to']).toBe('auroraCompletedborealisNot seen');
  await checkScreen(anton);
  const sent = await untilTransfer(desk, made?.id ?? '', 'IN_FLIGHT');
  await arrive(desk, sent, '1250.50');
  await untilTransfer(desk, sent.id, 'COMPLETED');
  await page.goto(`${desk.url}/console/transfers/${sent.id}`);
  await page.getByText('Arrived').first().waitFor();
  await page.getByRole('link', { name: 'The deposit' }).click();
  await page.getByRole('heading', { level: 1, name: /^Deposit / }).waitFor();
  await page.goto(`${desk.url}/console/`);
  await page.getByText('Nothing is between two venues.').waitFor();
});

it('one that did not arrive as it was sent waits in the inbox, and an admin reads what is signed before it is resolved', async () => {
  const { page } = anton;
  const sent = await sendTransfer(desk, 'short');
  const there = await arrive(desk, sent, '4199.50');
  await makeLost(desk, sent);
  await page.goto(`${desk.url}/console/inbox`);
  await page.getByRole('link', { name: 'Transfer that did not arrive' }).click();
  await page.getByRole('heading', { name: 'Say which deposit it is' }).waitFor();
  const candidate = page.getByRole('radio', { name: new RegExp(there) });
  await expect.poll(async () => candidate.count(), { timeout: 60_000 }).toBe(1);
  await page.getByText('Differs in amount.').waitFor();
  await candidate.check();
  await page.getByLabel('How you know').fill('The token takes a tax.');
  await checkScreen(anton);
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm with your second factor' });
  await dialog.getByText('4,199.50 USDC arrived, which is not what was sent.').waitFor();
  await checkScreen(anton);
  await page.keyboard.press('Escape');
  await page.getByText('You did not confirm it, so nothing was changed.').waitFor();
  expect((await untilTransfer(desk, sent.id, 'NEEDS_PERSON')).status).toBe('NEEDS_PERSON');
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await confirmByPasskey(page);
  await untilTransfer(desk, sent.id, 'COMPLETED');
  const after = (await transfers()).find(({ id }) => id === sent.id);
  expect(after?.deposit?.venueTransferId).toBe(there);
  await page.getByRole('heading', { name: 'Say which deposit it is' }).waitFor({ state: 'detached' });
});

it('its screens speak German', async () => {
  const { page } = olivia;
  await page.evaluate(async () => {
    const headers = { 'content-type': 'application/json', 'x-quaestor-console': '1' };
    await fetch('/auth/preferences', {
      method: 'PUT',
      headers,
      body: JSON.stringify({ language: 'de', timeZone: null }),
    });
  });
  const [latest] = await transfers();
  const paths = [
    'transfers',
    'transfers/new',
    `transfers/${latest?.id}`,
    'deposits',
    `deposits/${latest?.deposit?.id}`,
  ];
  for (const path of [...paths, 'deposits/addresses', 'deposits/addresses/ask', 'conversions/slippage']) {
    await page.goto(`${desk.url}/console/${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => document.querySelector('.mantine-Skeleton-root') === null);
    expect([path, await englishLeft(page)]).toEqual([path, []]);
  }
});
