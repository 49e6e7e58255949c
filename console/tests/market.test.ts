import { expect, it } from 'vitest';
import { apiOf } from './testing/api.ts';
import { checkScreen } from './testing/gates.ts';
import { openDesk } from './testing/open.ts';

const VENUES = ['aurora', 'borealis', 'cumulus'];
const TYPES = ['AGGREGATED', 'NATIVE', 'TOP', 'VWAP', 'FIRM', 'INDICATIVE'];

interface Entry {
  readonly price: string;
  readonly quantity: string;
  readonly venue: string;
}

const { desk, visit } = await openDesk();
const visitor = await visit('olivia');

const ladderOf = (side: 'Bids' | 'Asks') =>
  visitor.page
    .getByRole('table', { name: side })
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) =>
        Array.from(row.querySelectorAll('td'), (cell) => cell.textContent.replaceAll(',', '')),
      ),
    );

it('the ladder of every kind of book equals the API, text for text, while prices are still', async () => {
  await Promise.all(VENUES.map((code) => desk.exchange(code).pace({ tickEveryMs: 0 })));
  const api = apiOf(desk);
  for (const type of TYPES) {
    await visitor.page.goto(`${desk.url}/console/market?symbol=BTC-USDT&type=${type}`);
    await visitor.page.getByRole('table', { name: 'Bids' }).locator('tbody tr').first().waitFor();
    const path = `/trade/v1/market-data/order-book/BTC-USDT/aggregated?orderBookType=${type}&depth=12`;
    const toRows = (side: readonly Entry[]) =>
      side.map(({ price, quantity, venue }) => [price, quantity, venue]);
    await expect
      .poll(
        async () => {
          const { bids, asks } = await api<{ bids: Entry[]; asks: Entry[] }>('GET', path);
          const shown = [await ladderOf('Bids'), await ladderOf('Asks')];
          return JSON.stringify(shown) === JSON.stringify([toRows(bids), toRows(asks)]);
        },
        { message: type },
      )
      .toBe(true);
  }
});

it('the depth chart has ink in both colours', async () => {
  await visitor.page.goto(`${desk.url}/console/market?symbol=BTC-USDT`);
  await visitor.page.getByRole('table', { name: 'Bids' }).locator('tbody tr').first().waitFor();
  const inks = () =>
    visitor.page.evaluate(() => {
      const canvas = document.querySelector('canvas');
      const { data } = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {
        data: [],
      };
      let [green, red] = [0, 0];
      for (let at = 0; at < data.length; at += 4) {
        const [r = 0, g = 0, , a = 0] = data.slice(at, at + 4);
        if (a > 200 && g > r + 40) green += 1;
        if (a > 200 && r > g + 40) red += 1;
      }
      return { green: green > 50, red: red > 50 };
    });
  await expect.poll(inks).toEqual({ green: true, red: true });
});

it('the screen follows the market, and meets every gate', async () => {
  await Promise.all(VENUES.map((code) => desk.exchange(code).pace({ tickEveryMs: 50 })));
  const versions = new Set<string | null>();
  await expect
    .poll(
      async () =>
        versions.add(await visitor.page.locator('[data-version]').getAttribute('data-version')).size,
    )
    .toBeGreaterThan(5);
  await checkScreen(visitor);
  await visitor.page.goto(`${desk.url}/console/`);
  await visitor.page.getByRole('table', { name: 'Balances' }).waitFor();
  await checkScreen(visitor);
});
