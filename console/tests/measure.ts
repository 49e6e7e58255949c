import type { Page } from 'playwright-core';
import { report } from '../../bench/harness/measure.ts';
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
const WITHOUT_DATA = 'the same page without data';

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

  await desk.change((sql) => sql`delete from destination`);
  const emptyLoad = await loadDestinations(page, 'No destination');
  const emptyKey = await pressKey(page);
  await addDestinations(desk, ROWS);
  const fullLoad = await loadDestinations(page, '20,000 rows');
  compareWithEmpty('console: a list of 20,000 rows is ready', fullLoad, emptyLoad);

  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await page.getByText('account-10000', { exact: true }).waitFor();
  const figure = await page.locator('tr[data-row]').count();
  report({ name: 'console: rows in the document of 20,000', figure, unit: 'rows', target: '<= 60' });

  const fullKey = await pressKey(page);
  await page.getByText('1,111 rows').waitFor();
  report({
    name: 'console: a key in the search of 20,000 rows',
    figure: fullKey,
    unit: 'ms',
    target: '<= 80',
  });
  compareWithEmpty('console: a key in the search of 20,000 rows', fullKey, emptyKey);

  await page.goto(`${desk.url}/console/market?symbol=BTC-USDT`);
  await page.getByRole('img', { name: /^Depth of/ }).waitFor();
  await Promise.all(VENUES.map((code) => desk.exchange(code).pace({ tickEveryMs: 600_000 })));
  const still = await watch(page);
  await Promise.all(VENUES.map((code) => desk.exchange(code).pace({ tickEveryMs: 20 })));
  const live = await watch(page);
  report({
    name: 'console: the market as it changes',
    figure: (live / STREAM_MS) * 100,
    unit: '% of a core',
    target: '<= 5',
  });
  compareWithEmpty('console: the market as it changes', live, still, 'the same page while nothing changes');
} finally {
  await browser.close();
  await desk.stop();
}

function loadDestinations(page: Page, shown: string): Promise<number> {
  return computedMs(page, async () => {
    await page.goto(`${desk.url}/console/destinations`);
    await page.getByText(shown).waitFor({ timeout: 60_000 });
  });
}

/** Types the second of two keys. Nothing looks at the page meanwhile: that would count as well. */
async function pressKey(page: Page): Promise<number> {
  await page.getByRole('textbox', { name: 'Find' }).fill('-');
  await page.waitForURL(/q=-/);
  // What loading left behind is no cost of a key.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.detach();
  return computedMs(page, async () => {
    await page.keyboard.press('9');
    await page.waitForTimeout(TYPED_MS);
  });
}

function watch(page: Page): Promise<number> {
  return computedMs(page, () => page.waitForTimeout(STREAM_MS));
}

function compareWithEmpty(name: string, figure: number, rival: number, label = WITHOUT_DATA): void {
  report({ name, figure, unit: 'ms', rival: label, ratio: figure / rival });
}
