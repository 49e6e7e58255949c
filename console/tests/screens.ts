import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { ensureBuilt, ensureConsole } from '../../scripts/ensure.mjs';
import { openChromium } from '../../src/testing/chromium.ts';
import { apiOf, aWithdrawal } from './testing/api.ts';
import { startDesk, type Desk } from './testing/desk.ts';
import { join as accept, openVisitor } from './testing/visitor.ts';

const FOLDER = join(import.meta.dirname, '../../screens');
const WIDTHS = { wide: 1360, narrow: 390 };
const SCREENS = {
  overview: '',
  approvals: 'approvals',
  withdrawals: 'withdrawals',
  'new-withdrawal': 'withdrawals/new',
  market: 'market?symbol=BTC-USDT',
  security: 'security',
  filter: 'withdrawals?q=status%3A(',
  missing: 'withdrawals/01890a5d-ac96-774b-bcce-b302099a8057',
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

async function takeAll({ url, links }: Desk, on: Browser): Promise<void> {
  const visitor = await openVisitor(on, url);
  const { page } = visitor;
  await take('sign-in', `${url}/console/sign-in`);
  await page.goto(links.get('anton') ?? '');
  await take('invitation');
  await accept(visitor, links.get('anton') ?? '');
  await take('approvals-empty', `${url}/console/approvals`);
  const ids = await fill(desk);
  for (const [name, path] of Object.entries(SCREENS)) await take(name, `${url}/console/${path}`);
  await take('approval', `${url}/console/approvals?id=${ids.at(-1)}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  await take('step-up');
  await take('withdrawal', `${url}/console/withdrawals/${ids[0]}`);

  async function take(name: string, address?: string): Promise<void> {
    if (address !== undefined) await page.goto(address);
    for (const [size, width] of Object.entries(WIDTHS)) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.waitForTimeout(700);
        await page.screenshot({ path: join(FOLDER, `${name}-${size}-${colorScheme}.png`) });
      }
    }
    await page.setViewportSize({ width: WIDTHS.wide, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  }
}

/** A desk with a history: some paid, one rejected, some waiting. */
async function fill(from: Desk): Promise<string[]> {
  const [operator, approver] = [apiOf(from), apiOf(from, 'approver')];
  const ids: string[] = [];
  for (const [index, amount] of [
    '1250.50',
    '20',
    '48000',
    '310.25',
    '7500',
    '99.99',
    '12000',
    '640',
  ].entries()) {
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
  return ids;
}
