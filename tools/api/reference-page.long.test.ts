import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium } from '../../src/testing/chromium.ts';
import { createServices } from '../testing/services.ts';

const services = await createServices();
/** A busy machine takes long to draw the page. */
const PATIENCE_MS = 90_000;

let browser: Browser;

// A machine without a browser is given one first.
beforeAll(async () => {
  browser = await openChromium();
}, 600_000);

afterAll(() => browser.close());

it.each([
  ['trading', services.trading, 'Get an access token with a client id and its secret'],
  ['partner', services.partner, 'Sign in with login and password'],
] as const)(
  'the reference page of the %s service shows its operations and asks nobody else for anything',
  async (_service, app, summary) => {
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const strangers: string[] = [];
    const faults: string[] = [];
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== url && protocol !== 'data:' && protocol !== 'blob:') strangers.push(request.url());
    });
    // Violations of the content security policy appear here, too, and faults that the page finds in the document.
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error)));

    await page.goto(`${url}/docs`, { waitUntil: 'networkidle' });
    await page.getByText('Authentication').first().click();
    await page.getByText(summary).first().click();
    await page.getByRole('heading', { name: summary }).waitFor();
    await page.getByText('curl http').first().waitFor();
    expect(strangers).toEqual([]);
    expect(faults).toEqual([]);
  },
  3 * PATIENCE_MS,
);
