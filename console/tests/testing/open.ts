import type { Browser } from 'playwright-core';
import { afterAll } from 'vitest';
import { openChromium } from '../../../src/testing/chromium.ts';
import { apiOf } from './api.ts';
import { startDesk, type Desk } from './desk.ts';
import { join, openVisitor, type Visitor } from './visitor.ts';

interface Opened {
  readonly desk: Desk;
  readonly browser: Browser;
  /** The API of the trading service. */
  readonly api: ReturnType<typeof apiOf>;
  /** A person of the demo, who joins in a browser window of their own. */
  readonly visit: (login: string) => Promise<Visitor>;
  /** A person who joins by an invitation. */
  readonly visitBy: (link: string) => Promise<Visitor>;
}

/** The desk of one test file and a browser in front of it. Both end with the file. */
export async function openDesk(roles?: string, ...flags: string[]): Promise<Opened> {
  const [desk, browser] = await Promise.all([startDesk(roles, ...flags), openChromium()]);
  afterAll(async () => {
    await browser.close();
    await desk.stop();
  });
  const visitBy = async (link: string) => {
    const visitor = await openVisitor(browser, new URL(link).origin);
    await join(visitor, link);
    return visitor;
  };
  return {
    desk,
    browser,
    api: apiOf(desk),
    visitBy,
    visit: (login) => visitBy(desk.links.get(login) ?? ''),
  };
}
