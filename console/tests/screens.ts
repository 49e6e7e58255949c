import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ensureBuilt, ensureConsole } from '../../scripts/ensure.mjs';
import { openChromium } from '../../src/testing/chromium.ts';
import { ADDRESS, apiOf, aWithdrawal } from './testing/api.ts';
import { confirmByPasskey } from './testing/confirm.ts';
import { addDeadJobs } from './testing/dead-jobs.ts';
import { startDesk, type Desk } from './testing/desk.ts';
import { join as accept, openVisitor } from './testing/visitor.ts';

const FOLDER = join(import.meta.dirname, '../../screens');
const WIDTHS = { wide: 1360, narrow: 390 };
const VENUES = ['aurora', 'borealis', 'cumulus'];
/** What the browser takes for now. Times of the server are moved by as much. */
const NOW = Date.parse('2026-03-02T09:30:00.000Z');

const EMPTY = ['approvals', 'withdrawals', 'destinations', 'jobs'];
const FULL = {
  overview: '',
  approvals: 'approvals',
  withdrawals: 'withdrawals',
  'withdrawal-new': 'withdrawals/new',
  market: 'market?symbol=BTC-USDT',
  policies: 'policies',
  'policies-edit': 'policies/edit',
  destinations: 'destinations',
  'destination-new': 'destinations/new',
  audit: 'audit',
  people: 'people',
  person: 'people?id=olivia',
  'person-new': 'people/new',
  clients: 'clients',
  client: 'clients?id=operator',
  'client-new': 'clients/new',
  jobs: 'jobs',
  security: 'security',
};
const FAULTS = {
  'fault-filter': 'withdrawals?q=status%3A(',
  'fault-missing': 'withdrawals/01890a5d-ac96-774b-bcce-b302099a8057',
  'fault-page': 'no-such-page',
};

await Promise.all([ensureBuilt(), ensureConsole()]);
mkdirSync(FOLDER, { recursive: true });
const [desk, browser] = await Promise.all([startDesk(), openChromium()]);
try {
  await takeAll(desk, browser);
} finally {
  await browser.close();
  await desk.stop();
}

async function takeAll(of: Desk, on: Browser): Promise<void> {
  const { url, links } = of;
  await Promise.all(VENUES.map((code) => of.exchange(code).pace({ tickEveryMs: 0 })));
  const visitor = await openVisitor(on, url);
  const { page } = visitor;
  await stopClock(page, url);
  const take = (name: string, path?: string) =>
    takeOne(page, name, path === undefined ? path : `${url}/console/${path}`);
  await take('sign-in', 'sign-in');
  await page.goto(links.get('anton') ?? '');
  await take('invitation');
  await accept(visitor, links.get('anton') ?? '');
  for (const path of EMPTY) await take(`${path}-empty`, path);
  const ids = await fill(of, page);
  for (const [name, path] of Object.entries(FULL)) await take(name, path);
  for (const [name, path] of Object.entries(FAULTS)) await take(name, path);
  await take('withdrawal', `withdrawals/${ids[0]}`);
  await take('approval', `approvals?id=${ids.at(-1)}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  await take('step-up');
  await page.goto(`${url}/console/destinations`);
  await page.locator('tr[data-row]').first().click();
  await take('destination');
  await page.goto(`${url}/console/audit`);
  await page.locator('tr[data-row]').first().click();
  await take('audit-entry');
  await page.goto(`${url}/console/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search' }).waitFor();
  await take('palette');
}

/** Gives the page one time for good, and moves what the server says to it, in whole minutes. */
async function stopClock(page: Page, url: string): Promise<void> {
  const started = Date.now();
  const move = (iso: string) => {
    const minutes = Math.floor((Date.parse(iso) - started) / 60_000);
    return new Date(NOW + minutes * 60_000).toISOString();
  };
  await page.clock.setFixedTime(NOW);
  await page.route(`${url}/{trade,auth,notification}/**`, async (route) => {
    if (route.request().url().includes('/stream')) return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, move);
    return route.fulfill({ response, body });
  });
}

async function takeOne(page: Page, name: string, address?: string): Promise<void> {
  if (address !== undefined) await page.goto(address);
  await page.locator('h1, h2').first().waitFor();
  await page.waitForFunction(
    () => document.querySelector('.mantine-Skeleton-root, .mantine-TextInput-input:disabled') === null,
  );
  for (const [size, width] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // Nothing of this is asserted: charts are drawn again for each scheme and width.
      await page.waitForTimeout(400);
      await page.screenshot({ path: join(FOLDER, `${name}-${size}-${colorScheme}.png`) });
    }
  }
  await page.setViewportSize({ width: WIDTHS.wide, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
}

/** A desk with a history: some paid, one rejected, some waiting; two destinations, a proposal and a dead job. */
async function fill(from: Desk, page: Page): Promise<string[]> {
  const [operator, approver] = [apiOf(from), apiOf(from, 'approver')];
  const ids: string[] = [];
  const amounts = ['1250.50', '20', '48000', '310.25', '7500', '99.99', '12000', '640'];
  for (const [index, amount] of amounts.entries()) {
    const { id } = await operator<{ id: string }>(
      'POST',
      '/trade/v1/venues/withdrawals',
      aWithdrawal(`payout-${1001 + index}`, amount),
    );
    ids.push(id);
    if (index > 3) continue;
    const decision = index === 3 ? 'REJECT' : 'APPROVE';
    await approver('POST', `/trade/v1/venues/withdrawals/${id}/votes`, { decision });
  }
  await addDeadJobs(from, 2);
  await from.change(
    (sql) => sql`
      update withdrawal set created_at = created_at - made.place * interval '47 minutes'
      from (select id, row_number() over (order by created_at desc) as place from withdrawal) as made
      where made.id = withdrawal.id`,
  );
  const call = (method: 'POST' | 'PUT', path: string, body: object) =>
    page.evaluate(
      async ([verb, where, content]) => {
        const headers = { 'content-type': 'application/json', 'x-quaestor-console': 'screens' };
        const options: RequestInit = { method: verb, headers, body: content };
        const answer = await fetch(where, options);
        if (!answer.ok) throw new Error(await answer.text());
      },
      [method, path, JSON.stringify(body)] as const,
    );
  await call('POST', '/trade/v1/destinations', {
    alias: 'cold-wallet',
    kind: 'blockchain',
    network: 'ETHEREUM',
    address: ADDRESS,
  });
  await call('POST', '/trade/v1/destinations', { alias: 'payroll', kind: 'bank', account: 'main-account' });
  await call('PUT', '/trade/v1/policies', {
    rules: [
      { asset: 'USDT', amountTo: '100', destination: 'KNOWN', verdict: 'ALLOW' },
      {
        asset: 'USDT',
        sum: { window: '24h', over: '50000' },
        verdict: 'REQUIRE_APPROVALS',
        approvals: 2,
        approvers: 'PEOPLE',
        description: 'Large days need two people.',
      },
      { destination: 'NEW', verdict: 'REQUIRE_APPROVALS', approvals: 2 },
    ],
  });
  await page.goto(`${from.url}/console/people/new`);
  await page.getByLabel('Login').fill('grace@example.com');
  await page.getByLabel('Viewer').check();
  await page.getByRole('button', { name: 'Create the invitation' }).click();
  await confirmByPasskey(page);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  return ids;
}
