import { once } from 'node:events';
import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';

const { desk, api, visit } = await openDesk();
const visitor = await visit('olivia');
const { page } = visitor;
const total = page.getByText(/^[\d,]+\.\d\d USDT$/);
const valueOf = (asset: string) =>
  page.getByRole('table', { name: 'Balances' }).locator(`[data-row="${asset}"] td`).last().textContent();

/** What the API has, asset by asset, at its own rates; assets without one are left out. */
async function worthOf(unpriced: readonly string[] = []): Promise<string> {
  const rows = await api<{ asset: string; total: string }[]>(
    'GET',
    '/trade/v1/venues/balances/summary?aggregate=true&nonZeroBalanceOnly=true',
  );
  let sum = new Big(0);
  for (const { asset, total: held } of rows.filter((row) => !unpriced.includes(row.asset))) {
    const path = `/trade/v1/rates/indicative/${asset}/USDT`;
    const rate = asset === 'USDT' ? '1' : (await api<{ rate: string }>('GET', path)).rate;
    sum = sum.plus(new Big(held).times(rate).round(2, Big.roundHalfEven));
  }
  return `${sum.toFixed(2)} USDT`;
}

const shownTotal = async () => (await total.textContent())?.replaceAll(',', '');

it('the total is what the venues hold at the rates of the API, and no part of it while rates load', async () => {
  await Promise.all(
    ['aurora', 'borealis', 'cumulus'].map((code) => desk.exchange(code).pace({ tickEveryMs: 0 })),
  );
  const release = new AbortController();
  await page.route('**/trade/v1/rates/indicative/ETH/*', async (route) => {
    if (!release.signal.aborted) await once(release.signal, 'abort');
    await route.continue();
  });
  await page.clock.install();
  await page.goto(`${desk.url}/console/`);
  await expect.poll(() => valueOf('BTC')).toMatch(/^[\d,]+\.\d\d$/);
  expect(await valueOf('ETH')).toBe('…');
  expect(await total.count()).toBe(0);
  release.abort();
  await total.waitFor();
  expect(await shownTotal()).toBe(await worthOf());
  await checkScreen(visitor);
});

it('an open page names a venue that does not answer as missing from the total, until it answers again', async () => {
  await desk.exchange('cumulus').goOffline();
  const missing = page.getByText('No answer from Cumulus Digital: what lies there is not in these figures.');
  await page.clock.fastForward(30_000);
  await missing.waitFor({ timeout: 30_000 });
  await expect.poll(shownTotal).toBe(await worthOf());
  await checkScreen(visitor);

  await page.goto(`${desk.url}/console/conversions/new`);
  await page.getByRole('combobox', { name: 'Sell' }).click();
  await page.getByRole('option', { name: 'USDT', exact: true }).click();
  await page.getByText('USDT available, not counting Cumulus Digital: no answer from there').waitFor();
  await desk.exchange('cumulus').goOnline();
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(30_000);
        return page.getByText('USDT available at all venues').count();
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(1);

  await page.goto(`${desk.url}/console/`);
  await expect.poll(shownTotal).toBe(await worthOf());
  expect(await missing.count()).toBe(0);
});

it('an open page follows the rates, and names assets that have none', async () => {
  const arrange = async (bids: [string, string][], asks: [string, string][]) => {
    for (const code of ['aurora', 'cumulus']) await desk.exchange(code).arrange('TRX-USDT', { bids, asks });
  };
  await page.goto(`${desk.url}/console/`);
  const before = await shownTotal();
  await arrange([['0.5', '1000']], [['0.6', '1000']]);
  await page.clock.fastForward(15_000);
  await expect.poll(shownTotal).not.toBe(before);
  await expect.poll(shownTotal).toBe(await worthOf());

  await arrange([], []);
  await page.goto(`${desk.url}/console/`);
  await page.getByText('No rate for TRX: not in the total.').waitFor({ timeout: 60_000 });
  expect(await shownTotal()).toBe(await worthOf(['TRX']));
  await checkScreen(visitor);
});
