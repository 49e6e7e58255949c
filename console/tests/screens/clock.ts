import type { Page, Request } from 'playwright-core';

/** What the browser takes for now. The product started some minutes before. */
const NOW = Date.parse('2026-03-02T09:30:00.000Z');
const STARTED = Date.parse('2026-03-02T09:15:00.000Z');
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
/** An instant in a query. */
const ASKED = /\d{4}-\d\d-\d\dT\d\d(:|%3A)\d\d\1\d\d\.\d{3}Z/g;

export interface Traffic {
  /** How many answers the page waits for. */
  readonly pending: () => number;
}

interface Clock {
  /** Keeps the times of the server: a program is computed from whole days, which cannot be moved by some hours. */
  readonly isReal: boolean;
}

/** Stops the clock of the page, and moves the times between it and the server, in whole minutes. */
export async function stopClock(page: Page, origin: string, { isReal }: Clock): Promise<Traffic> {
  const started = Date.now();
  let pending = 0;
  const move = (iso: string) => {
    if (isReal) return iso;
    const minutes = Math.floor((Date.parse(iso) - started) / 60_000);
    return new Date(STARTED + minutes * 60_000).toISOString();
  };
  const moveBack = (iso: string) =>
    isReal ? iso : new Date(Math.min(Date.parse(iso) - STARTED + started, Date.now())).toISOString();
  await page.clock.setFixedTime(isReal ? started : NOW);
  await page.route(`${origin}/**`, async (route) => {
    const request = route.request();
    if (request.resourceType() !== 'fetch' || isStream(request)) return route.continue();
    pending += 1;
    try {
      const url = request
        .url()
        .replaceAll(ASKED, (asked) => encodeURIComponent(moveBack(decodeURIComponent(asked))));
      const response = await route.fetch({ url });
      await route.fulfill({ response, body: (await response.text()).replaceAll(INSTANT, move) });
    } catch {
      // The page has gone on to another address.
    } finally {
      pending -= 1;
    }
  });
  return { pending: () => pending };
}

const isStream = (request: Request): boolean => request.url().includes('/stream');
