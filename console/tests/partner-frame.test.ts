import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium } from '../../src/testing/chromium.ts';
import { startDesk, type Desk } from './testing/desk.ts';
import { checkScreen } from './testing/gates.ts';
import { join, openVisitor } from './testing/visitor.ts';

let desk: Desk;
let browser: Browser;

beforeAll(async () => {
  [desk, browser] = await Promise.all([startDesk('partner'), openChromium()]);
});
afterAll(async () => {
  await browser.close();
  await desk.stop();
});

it.each(['paula', 'mara'])('%s joins the partner console by a passkey', async (login) => {
  const visitor = await openVisitor(browser, desk.partnerUrl);
  await join(visitor, desk.links.get(login) ?? '');
  expect(await visitor.page.title()).toContain('Overview');
  await checkScreen(visitor);
});

it('a manager sees that they look at the screens of a partner, and leaves them', async () => {
  const visitor = await openVisitor(browser, desk.partnerUrl);
  const { page } = visitor;
  await join(visitor, desk.links.get('milan') ?? '');
  await page.goto(`${desk.partnerUrl}/console/?as=demo-partner`);
  await page.getByText('You see what the partner demo-partner sees').waitFor();
  await page.getByRole('link', { name: 'Overview' }).click();
  expect(new URL(page.url()).searchParams.get('as')).toBe('demo-partner');
  await page.getByRole('button', { name: 'Back to the program' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('');
});
