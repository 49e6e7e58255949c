import { expect, it } from 'vitest';
import { ADDRESS } from './testing/api.ts';
import { checkScreen } from './testing/gates.ts';
import { openDesk } from './testing/open.ts';

const { desk, visit } = await openDesk();
const visitor = await visit('olivia');
const { page, context } = visitor;
/** The browser also writes down that a script did not come. */
const check = () =>
  checkScreen({ ...visitor, faults: visitor.faults.filter((fault) => !fault.includes('PartUnloaded')) });

it('a part whose script does not come says so in its place, keeps the form, and comes when it is tried again', async () => {
  await page.goto(`${desk.url}/console/withdrawals/new`);
  await page.getByLabel('From venue').first().click();
  await page.getByRole('option', { name: 'Aurora' }).click();
  await page.getByLabel('Asset').first().click();
  await page.getByRole('option', { name: 'USDT' }).click();
  await page.getByLabel('Amount').fill('12.5');
  await page.route('**/assets/new-address-*.js', (route) => route.abort());
  await page.getByText('New address').click();
  await page.getByText('This part could not be loaded.').waitFor();
  expect(await page.getByLabel('Amount').inputValue()).toBe('12.5');
  await check();
  await page.unroute('**/assets/new-address-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(ADDRESS);
  expect(await page.getByLabel('Amount').inputValue()).toBe('12.5');
});

it('a dead connection looks dead: since when, with old data and no actions, and it comes back by itself', async () => {
  const button = page.getByRole('button', { name: 'Check' });
  expect(await button.isEnabled()).toBe(true);
  await context.setOffline(true);
  const banner = page.getByText(/^The server does not answer since \d+ \w+ \d{4}.* UTC$/);
  await banner.waitFor();
  await page.getByText('What you see may be old').waitFor();
  expect(await button.isEnabled()).toBe(false);
  expect(await page.getByLabel('Amount').inputValue()).toBe('12.5');
  await check();
  // A screen that was not loaded before cannot be shown, but the frame stays, and Back leads to where it was.
  await page.getByRole('link', { name: 'Market' }).click();
  await page.getByText('This part could not be loaded.').waitFor();
  await banner.waitFor();
  await context.setOffline(false);
  await page
    .getByRole('button', { name: 'Ask now' })
    .click({ timeout: 5_000 })
    .catch(() => {});
  await banner.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Market' }).waitFor();
});

it('a server that is away is noticed without a loss of the network, and everything is read again after it', async () => {
  await page.goto(`${desk.url}/console/approvals`);
  await page.getByText('Nothing waits for approval').waitFor();
  await desk.kill();
  const banner = page.getByText(/^The server does not answer since/);
  await banner.waitFor();
  await desk.restart();
  await banner.waitFor({ state: 'detached' });
  const read = page.waitForResponse((answer) => answer.url().includes('/trade/v1/approvals'));
  expect((await read).status()).toBe(200);
  await check();
});
