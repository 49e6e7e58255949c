import { report } from '../../bench/harness.ts';
import { ensureConsole } from '../../scripts/ensure.mjs';
import { openChromium } from '../../src/testing/chromium.ts';
import { addDestinations } from './testing/add-destinations.ts';
import { startDesk } from './testing/desk.ts';
import { computedMs } from './testing/processor.ts';
import { join, openVisitor } from './testing/visitor.ts';

const VENUES = ['aurora', 'borealis', 'cumulus'];
const ROWS = 20_000;
/** Longer than it takes until the rows of what was typed are there. */
const TYPED_MS = 2_000;
const STREAM_MS = 10_000;

/** Of the main thread of the page: what it computes, not how long it waits. */
await ensureConsole();
const [desk, browser] = await Promise.all([startDesk(), openChromium()]);
try {
  const visitor = await openVisitor(browser, desk.url);
  const { page } = visitor;
  await join(visitor, desk.links.get('olivia') ?? '');

  const load = await computedMs(page, async () => {
    await page.goto(`${desk.url}/console/`);
    await page.getByRole('table', { name: 'Balances' }).waitFor();
  });
  report({ name: 'console: first load of the overview', figure: load, unit: 'ms', target: '<= 400' });

  await addDestinations(desk, ROWS);
  await page.goto(`${desk.url}/console/destinations`);
  await page.getByText('20,000 rows').waitFor({ timeout: 60_000 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await page.getByText('account-10000', { exact: true }).waitFor();
  const figure = await page.locator('tr[data-row]').count();
  report({ name: 'console: rows in the document of 20,000', figure, unit: 'rows', target: '<= 60' });
  const find = page.getByRole('textbox', { name: 'Find' });
  await find.fill('-');
  await page.waitForURL(/q=-/);
  // Nothing looks at the page meanwhile: that would count as well.
  const key = await computedMs(page, async () => {
    await page.keyboard.press('9');
    await page.waitForTimeout(TYPED_MS);
  });
  await page.getByText('1,111 rows').waitFor();
  report({ name: 'console: a key in the search of 20,000 rows', figure: key, unit: 'ms', target: '<= 80' });

  await Promise.all(VENUES.map((code) => desk.exchange(code).pace({ tickEveryMs: 20 })));
  await page.goto(`${desk.url}/console/market?symbol=BTC-USDT`);
  await page.getByRole('img', { name: /^Depth of/ }).waitFor();
  const stream = await computedMs(page, () => page.waitForTimeout(STREAM_MS));
  report({
    name: 'console: the market as it changes',
    figure: (stream / STREAM_MS) * 100,
    unit: '% of a core',
    target: '<= 5',
  });
} finally {
  await browser.close();
  await desk.stop();
}
