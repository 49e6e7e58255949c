import { expect, it } from 'vitest';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';
import { daysAgo } from '../testing/program.ts';

const ROWS = 20_000;
const MOST_IN_DOCUMENT = 60;
const MOST_IN_PAGE = 1_000;
const LOADING_MS = 90_000;

const { desk, visit } = await openDesk('partner,worker');
const [visitor, manager] = await Promise.all([visit('paula'), visit('mara')]);
const { page } = visitor;
const api = partnerOf(visitor, desk.partnerUrl);

const open = async (path: string) => {
  await page.goto(`${desk.partnerUrl}/console/${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
};
const active = () =>
  page.locator('tr[data-active]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-index')));

it.each(['clients', 'links', 'subpartners', 'shared-accounts'])(
  'on /%s the key / leads to the search, and is not typed there',
  async (path) => {
    await open(path);
    const search = page.locator('[data-filter]');
    await search.waitFor();
    await page.keyboard.press('/');
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await search.inputValue()).toBe('');
  },
);

it.each([
  ['clients', /^\/console\/clients\/.+/],
  ['links', /^\/console\/links/],
  ['subpartners', /^\/console\/subpartners\/.+/],
  ['wallets', /^\/console\/wallets\/.+/],
  ['rewards', /^\/console\/rewards\/days\/.+/],
  ['reports/rewards', /^\/console\/rewards\/credited\/.+/],
] as const)('on /%s j and k move by rows, and Enter opens one', async (path, opened) => {
  await open(path);
  await page.locator('tr[data-row]').nth(1).waitFor();
  const before = page.url();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect.poll(active).toEqual(['1']);
  await page.keyboard.press('k');
  await expect.poll(active).toEqual(['0']);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.url()).not.toBe(before);
  expect(new URL(page.url()).pathname).toMatch(opened);
});

it('on a report ? shows the shortcuts, and / and Enter open its filters', async () => {
  await open('reports/rewards');
  await page.locator('[data-filter]').waitFor();
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog').getByText('Next row').waitFor();
  await checkScreen(visitor);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('/');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('dialog', { name: 'Filters' }).count()).toBe(1);
});

it(`of more than ${ROWS} clients at most ${MOST_IN_DOCUMENT} rows are in the document`, async () => {
  const [link] = (await api.links.list()).links;
  const clients = Array.from({ length: ROWS }, (_, place) => ({
    client_uid: `many-${String(place + 1).padStart(5, '0')}`,
    link_code: link?.link_code,
    country: 'PT',
    platform: 'web',
    registered_at: `${daysAgo(1)}T00:00:00Z`,
  }));
  await partnerOf(manager, desk.partnerUrl).facts.send('clients', clients);
  const { count } = await api.reports.clients().totals();
  expect(count).toBeGreaterThan(ROWS);

  // The screen asks for fewer rows at a time; with the most that the server gives, all are loaded sooner.
  await page.route(/\/reports\/clients\//, (route) => {
    const url = new URL(route.request().url());
    url.searchParams.set('limit', String(MOST_IN_PAGE));
    return route.continue({ url: url.href });
  });
  await open('clients');
  const rows = page.locator('tr[data-row]');
  const scrollTo = (share: number) =>
    page.evaluate((part) => globalThis.scrollTo(0, document.body.scrollHeight * part), share);
  const all = page.getByText(`${count.toLocaleString('en')} rows`, { exact: true });
  let most = 0;
  const isLoaded = async () => {
    await scrollTo(1);
    most = Math.max(most, await rows.count());
    return (await all.count()) === 1;
  };
  await expect.poll(isLoaded, { timeout: LOADING_MS }).toBe(true);
  expect(most).toBeLessThanOrEqual(MOST_IN_DOCUMENT);
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    await scrollTo(share);
    await expect.poll(() => rows.count()).toBeGreaterThan(5);
    expect(await rows.count()).toBeLessThanOrEqual(MOST_IN_DOCUMENT);
  }
  await page.keyboard.press('/');
  await page.keyboard.type('many-19999');
  await expect
    .poll(() => rows.evaluateAll((found) => found.map((row) => row.getAttribute('data-row'))))
    .toEqual(['many-19999']);
  await checkScreen(visitor);
});
