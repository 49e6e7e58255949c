import { expect, it } from 'vitest';
import { addDestinations } from './testing/add-destinations.ts';
import { checkScreen } from './testing/gates.ts';
import { openDesk } from './testing/open.ts';
import { computedMs } from './testing/processor.ts';

const ROWS = 20_000;
const MOST_IN_DOCUMENT = 60;
const CHANGES = 100;
const CHANGES_PER_SECOND = 50;

const { desk, visit } = await openDesk();
const visitor = await visit('olivia');
await addDestinations(desk, ROWS);

const shown = () =>
  visitor.page
    .locator('tr[data-row]')
    .evaluateAll((rows) => rows.map((row) => row.querySelector('td')?.textContent));

it(`of ${ROWS} rows at most ${MOST_IN_DOCUMENT} are in the document, from the first to the last`, async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/destinations`);
  await page.getByText('20,000 rows').waitFor({ timeout: 60_000 });
  expect((await shown())[0]).toBe('account-00001');
  for (const share of [0, 0.25, 0.5, 0.75, 1]) {
    await page.evaluate((part) => scrollTo(0, document.body.scrollHeight * part), share);
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(5);
    expect((await shown()).length).toBeLessThanOrEqual(MOST_IN_DOCUMENT);
  }
  await expect.poll(async () => (await shown()).at(-1)).toBe('account-20000');
  await page.getByRole('textbox', { name: 'Find' }).pressSequentially('19999');
  await expect.poll(shown).toEqual(['account-19999']);
  await checkScreen(visitor);
});

it(`a change of the book costs less than a second divided by ${CHANGES_PER_SECOND}`, async () => {
  const { page } = visitor;
  await Promise.all(
    ['aurora', 'borealis', 'cumulus'].map((code) => desk.exchange(code).pace({ tickEveryMs: 20 })),
  );
  await page.goto(`${desk.url}/console/market?symbol=BTC-USDT`);
  await page.getByRole('img', { name: /^Depth of/ }).waitFor();
  const version = async () => Number(await page.locator('[data-version]').getAttribute('data-version'));
  const first = await version();
  const computed = await computedMs(page, async () => {
    await expect.poll(version, { timeout: 60_000 }).toBeGreaterThan(first + CHANGES);
  });
  expect(computed / ((await version()) - first)).toBeLessThan(1000 / CHANGES_PER_SECOND);
});
