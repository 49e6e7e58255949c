import { Big } from 'big.js';
import type { Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';

const VENUES = ['aurora', 'borealis', 'cumulus'];
const TYPES = ['AGGREGATED', 'NATIVE', 'TOP', 'VWAP', 'FIRM', 'INDICATIVE'];
const SIDES = ['Bids', 'Asks'] as const;

interface Entry {
  readonly price: string;
  readonly priceWithFee: string;
  readonly quantity: string;
  readonly venue: string;
}

interface Book {
  readonly bids: readonly Entry[];
  readonly asks: readonly Entry[];
}

const { desk, api, visit } = await openDesk();
const visitor = await visit('olivia');
const { page } = visitor;

const pace = (tickEveryMs: number) =>
  Promise.all(VENUES.map((code) => desk.exchange(code).pace({ tickEveryMs })));

/** The address of the book that the screen shows. */
const pathOf = (symbol: string, type: string, feeStrategy?: string) =>
  `/trade/v1/market-data/order-book/${symbol}/aggregated?orderBookType=${type}&depth=12${feeStrategy === undefined ? '' : `&feeStrategy=${feeStrategy}`}`;

const open = async (search: string) => {
  await page.goto(`${desk.url}/console/market?${search}`);
  await page.getByRole('table', { name: 'Bids' }).locator('tbody tr').first().waitFor();
};

/** The cells of both sides at one moment. */
const shownBook = () =>
  page.evaluate(
    (sides) =>
      sides.map((side) =>
        Array.from(document.querySelectorAll(`table[aria-label="${side}"] tbody tr`), (row) =>
          Array.from(row.querySelectorAll('td'), (cell) => cell.textContent.replaceAll(',', '')),
        ),
      ),
    SIDES,
  );

/** Without the totals, which the API does not have. */
const withoutTotals = (sides: readonly string[][][]) =>
  sides.map((rows) => rows.map((cells) => [cells[0], cells[1], cells.at(-1)]));

const rowsOf = ({ bids, asks }: Book, member: 'price' | 'priceWithFee') =>
  [bids, asks].map((side) => side.map(({ [member]: price, quantity, venue }) => [price, quantity, venue]));

/** Of the prices that are shown, best against best. */
function spreadOf({ bids, asks }: Book, member: 'price' | 'priceWithFee'): string {
  const sorted = (side: readonly Entry[]) =>
    side.map((entry) => new Big(entry[member])).toSorted((a, b) => a.cmp(b));
  const [bid = new Big(0), ask = new Big(0)] = [sorted(bids).at(-1), sorted(asks)[0]];
  const spread = ask.minus(bid);
  return spread.gt(0) ? `Spread ${spread.toFixed()}` : `Crossed by ${spread.abs().toFixed()}`;
}

const shownSpread = async () =>
  (await page.getByText(/^(Spread|Crossed by) /).textContent())?.replaceAll(',', '');

const choose = async (name: string, option: string) => {
  await page.getByRole('combobox', { name, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

/** What is said of a venue beside the book. */
const lineOf = (name: string) =>
  page.locator('section', { hasText: 'Venues' }).locator('> div', { hasText: name });

it('the ladder of every kind of book equals the API, text for text, without fees and with them', async () => {
  await pace(0);
  for (const type of TYPES) {
    await open(`symbol=BTC-USDT&type=${type}`);
    const plain = pathOf('BTC-USDT', type);
    await expect
      .poll(async () => withoutTotals(await shownBook()), { message: type })
      .toEqual(rowsOf(await api<Book>('GET', plain), 'price'));
    expect(await shownSpread()).toBe(spreadOf(await api<Book>('GET', plain), 'price'));

    await page.getByRole('switch', { name: 'With taker fees' }).click({ force: true });
    const book = await api<Book>('GET', pathOf('BTC-USDT', type, 'TAKER'));
    expect(rowsOf(book, 'priceWithFee')).not.toEqual(rowsOf(book, 'price'));
    await expect
      .poll(async () => withoutTotals(await shownBook()), { message: `${type} with fees` })
      .toEqual(rowsOf(book, 'priceWithFee'));
    expect(await shownSpread()).toBe(spreadOf(book, 'priceWithFee'));
  }
});

it('totals add up the quantities down the ladder; averages have totals already', async () => {
  for (const type of ['NATIVE', 'VWAP']) {
    await open(`symbol=BTC-USDT&type=${type}`);
    const native = await api<Book>('GET', pathOf('BTC-USDT', 'NATIVE'));
    const totals = [native.bids, native.asks].map((side) => {
      let sum = new Big(0);
      return side.map(({ quantity }) => (sum = sum.plus(quantity)).toFixed());
    });
    await expect
      .poll(async () => (await shownBook()).map((rows) => rows.map((cells) => cells.at(-2))), {
        message: type,
      })
      .toEqual(totals);
  }
});

/** Whether the chart has more than a trace of each colour. */
const inks = () =>
  page.evaluate(() => {
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

it('the depth chart has ink in both colours', async () => {
  await open('symbol=BTC-USDT');
  await expect.poll(inks).toEqual({ green: true, red: true });
});

it('a book that crosses between venues is shown as crossed; its fees can undo that', async () => {
  await desk.exchange('aurora').arrange('ETH-USDT', { bids: [['3000.00', '1']], asks: [['3001.00', '2']] });
  await desk.exchange('cumulus').arrange('ETH-USDT', { bids: [['3002.50', '3']], asks: [['3003.50', '4']] });
  await open('symbol=ETH-USDT&type=NATIVE');
  await expect.poll(shownSpread).toBe('Crossed by 1.5');
  await page.getByRole('switch', { name: 'With taker fees' }).click({ force: true });
  // 3001 × 1.001 - 3002.5 × 0.9985
  await expect.poll(shownSpread).toBe('Spread 6.00475');
});

/** The lines of the rate box as the API has them, but for the time. */
async function rateOf(from: string, to: string): Promise<string[]> {
  const { rate, path } = await api<{ rate: string; path: string[] }>(
    'GET',
    `/trade/v1/rates/indicative/${from}/${to}`,
  );
  return [`1 ${from} = ${rate} ${to}`, `Over ${path.join(' → ')}`];
}

const shownRate = async () => {
  const lines = await page.getByText(/^(1 \w+ = |Over )/).allTextContents();
  return lines.map((line) => line.replaceAll(',', '').replace(/ at .* UTC$/, ''));
};

it('the price of the last hours is drawn with its figures, and a pair that is watched stays', async () => {
  await desk.change(
    (sql) => sql`
      insert into market_price (tenant, symbol, at, bid, ask)
      select 'default', 'BTC-USDT', date_trunc('minute', now()) - n * interval '1 minute',
        60000 + n, 60004 + n
      from generate_series(1, 30) n on conflict do nothing`,
  );
  await open('symbol=BTC-USDT');
  await page.getByRole('img', { name: /^Price of BTC-USDT/ }).waitFor();
  const { prices } = await api<{ prices: { at: string; mid: string }[] }>(
    'GET',
    '/trade/v1/market-data/prices/BTC-USDT',
  );
  await expect
    .poll(() => page.locator('[data-price-at]').getAttribute('data-price-at'))
    .toBe(prices.at(-1)?.at);
  const chart = await page.getByRole('img', { name: /^Price of/ }).boundingBox();
  if (chart === null) throw new Error('The chart has no place.');
  // The cross-hair stands at the first minute.
  await page.mouse.move(chart.x + 70, chart.y + 60);
  await expect
    .poll(() => page.locator('[data-price-at]').getAttribute('data-price-at'))
    .not.toBe(prices.at(-1)?.at);
  await page.mouse.move(0, 0);
  await page.getByText('Last prices').click();
  await expect
    .poll(() => page.getByRole('table', { name: 'Last prices' }).locator('tbody tr').count())
    .toBeGreaterThan(29);
  const week = page.waitForResponse(/\/prices\/BTC-USDT/);
  await page.getByText('7 days', { exact: true }).click();
  expect((await week).status()).toBe(200);

  await open('symbol=XRP-USDT');
  await page.getByRole('button', { name: 'Watch XRP-USDT' }).click();
  await page.getByRole('button', { name: 'Stop watching XRP-USDT' }).waitFor();
  await page.goto(`${desk.url}/console/market`);
  await page
    .getByRole('list', { name: 'Watch list' })
    .getByRole('button', { name: /^XRP-USDT/ })
    .click();
  await page.waitForURL(/symbol=XRP-USDT/);
  await checkScreen(visitor);
});

const WATCH_LIST = '**/market-data/watch-list';

/** What came before it is on the screen. */
const drawn = () =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );

it('a list that was read before it was changed does not undo the change', async () => {
  await open('symbol=XRP-USDT');
  const button = page.getByRole('button', { name: /^(Watch|Stop watching) XRP-USDT$/ });
  const held: (() => Promise<void>)[] = [];
  await page.route(WATCH_LIST, async (route) => {
    if (held.length > 0 || route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    held.push(() => route.fulfill({ response }));
  });
  await expect.poll(() => held.length).toBe(1);
  const before = await button.textContent();
  await button.click();
  await expect.poll(() => button.textContent()).not.toBe(before);
  // The console may have given it up.
  await held[0]?.().catch(() => {});
  await drawn();
  expect(await button.textContent()).not.toBe(before);
  await page.unroute(WATCH_LIST);
});

it('the pair that is shown first stays when another one becomes the most traded', async () => {
  let mostTraded = 'ETH-USDT';
  await page.route(WATCH_LIST, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), mostTraded } });
  });
  await open('');
  const pair = page.getByRole('combobox', { name: 'Pair', exact: true });
  expect(await pair.inputValue()).toBe('ETH-USDT');
  mostTraded = 'BTC-USDT';
  await page.waitForResponse(WATCH_LIST);
  await drawn();
  expect(await pair.inputValue()).toBe('ETH-USDT');
  await page.unroute(WATCH_LIST);
});

it('tabs that nobody sees follow no book, and one of them the events; seen again, they go on', async () => {
  const other = await visitor.context.newPage();
  const tabs = [page, other];
  const setHidden = (hidden: boolean) =>
    Promise.all(
      tabs.map((tab) =>
        tab.evaluate((value) => {
          Object.defineProperty(document, 'hidden', { configurable: true, value });
          document.dispatchEvent(new Event('visibilitychange'));
        }, hidden),
      ),
    );
  const countRows = () =>
    Promise.all(tabs.map((tab) => tab.getByRole('table', { name: 'Bids' }).locator('tbody tr').count()));
  const countLocks = () =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [held.length, pending.length];
    });
  await open('symbol=BTC-USDT');
  await other.goto(page.url());
  await expect.poll(async () => Math.min(...(await countRows()))).toBeGreaterThan(0);
  expect(await countLocks()).toEqual([0, 0]);
  await setHidden(true);
  await expect.poll(countRows).toEqual([0, 0]);
  await expect.poll(countLocks).toEqual([1, 1]);
  await setHidden(false);
  await expect.poll(async () => Math.min(...(await countRows()))).toBeGreaterThan(0);
  await expect.poll(countLocks).toEqual([0, 0]);
  await other.close();
  expect(visitor.faults).toEqual([]);
});

it('the indicative rate equals the API, and follows the pair that is chosen', async () => {
  await open('symbol=BTC-USDT');
  await expect.poll(shownRate).toEqual(await rateOf('BTC', 'USDT'));
  await choose('To', 'EUR');
  await expect.poll(shownRate).toEqual(await rateOf('BTC', 'EUR'));
  await choose('From', 'SOL');
  await expect.poll(shownRate).toEqual(await rateOf('SOL', 'EUR'));
  await choose('Pair', 'XRP-USDT');
  await expect.poll(shownRate).toEqual(await rateOf('XRP', 'USDT'));
});

it('the desk goes from the overview to the rate of an asset in it, and back, by links', async () => {
  await page.goto(`${desk.url}/console/`);
  const total = page.getByText(/^[\d,]+\.\d\d USDT$/).first();
  await total.waitFor();
  await page.getByRole('link', { name: 'Market', exact: true }).click();
  await choose('Pair', 'BTC-USDT');
  await page.getByText(/^1 BTC = [\d,.]+ USDT$/).waitFor();
  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await total.waitFor();
  expect(visitor.faults).toEqual([]);
});

it('each venue is shown with its state and the age of its part of the book', async () => {
  await open('symbol=BTC-USDT');
  await lineOf('Borealis').getByText('Does not trade BTC-USDT').waitFor();
  const books = await api<{ venue: string; timestamp: string }[]>(
    'GET',
    '/trade/v1/market-data/order-book/BTC-USDT?depth=1',
  );
  for (const [name, code] of [
    ['Aurora', 'aurora'],
    ['Cumulus', 'cumulus'],
  ] as const) {
    const age = lineOf(name).locator('time');
    await expect
      .poll(() => age.getAttribute('datetime'))
      .toBe(books.find(({ venue }) => venue === code)?.timestamp);
    expect(await age.textContent()).toMatch(/ago$|^now$/);
  }
  await desk.exchange('cumulus').goOffline();
  const reasonOf = async (code: string) =>
    (await api<{ code: string; reason: string | null }[]>('GET', '/trade/v1/venues')).find(
      (venue) => venue.code === code,
    )?.reason ?? null;
  await expect.poll(() => reasonOf('cumulus'), { timeout: 60_000 }).not.toBeNull();
  await lineOf('Cumulus')
    .getByText((await reasonOf('cumulus')) ?? '')
    .waitFor();
  await desk.exchange('cumulus').goOnline();
  await lineOf('Cumulus').locator('time').waitFor({ timeout: 60_000 });
});

it('the states of venues are read less often than their parts of the book', async () => {
  const asked = { '/trade/v1/venues': 0, '/trade/v1/market-data/order-book/BTC-USDT': 0 };
  const note = (request: Request) => {
    const { pathname } = new URL(request.url());
    if (pathname in asked) asked[pathname as keyof typeof asked] += 1;
  };
  page.on('request', note);
  await open('symbol=BTC-USDT');
  await expect
    .poll(() => asked['/trade/v1/market-data/order-book/BTC-USDT'], { timeout: 60_000 })
    .toBeGreaterThan(4);
  page.off('request', note);
  expect(asked['/trade/v1/venues']).toBeLessThan(4);
});

/** How many versions the API and the screen have shown alike, by a call that looks at one moment. */
async function countSame(path: string, member: 'price' | 'priceWithFee'): Promise<() => Promise<number>> {
  const token = await desk.token('operator');
  const ask = async () => {
    const answer = await fetch(`${desk.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    return { version: answer.headers.get('etag'), book: (await answer.json()) as Book };
  };
  const versions = new Set<string | null>();
  return async () => {
    const { version, book } = await ask();
    const shown = withoutTotals(await shownBook());
    // The book of the API must have stayed the same while the screen was read.
    const isSame = (await ask()).version === version;
    if (isSame && JSON.stringify(shown) === JSON.stringify(rowsOf(book, member))) versions.add(version);
    return versions.size;
  };
}

it('the ladder equals the API version by version while prices move', async () => {
  await pace(1_000);
  await open('symbol=BTC-USDT&type=NATIVE&fees=yes');
  const count = await countSame(pathOf('BTC-USDT', 'NATIVE', 'TAKER'), 'priceWithFee');
  await expect.poll(count, { interval: 20, timeout: 60_000 }).toBeGreaterThan(5);
});

it('the screen follows the market, and meets every gate', async () => {
  await pace(50);
  const versions = new Set<string | null>();
  await expect
    .poll(async () => versions.add(await page.locator('[data-version]').getAttribute('data-version')).size)
    .toBeGreaterThan(5);
  await checkScreen(visitor);
  await open('symbol=BTC-USDT');
  await checkScreen(visitor);
});

it('the book goes on by itself after the server was killed and started again', async () => {
  await open('symbol=BTC-USDT&type=NATIVE');
  await desk.kill();
  await desk.restart();
  await pace(1_000);
  const count = await countSame(pathOf('BTC-USDT', 'NATIVE'), 'price');
  await expect.poll(count, { interval: 20, timeout: 60_000 }).toBeGreaterThan(2);
  expect(visitor.faults).toEqual([]);
});
