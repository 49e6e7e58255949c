import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A person in front of a browser with a passkey device, and everything that went wrong in it. */
export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly faults: readonly string[];
}

interface Options {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
}

export async function openVisitor(browser: Browser, origin: string, options: Options = {}): Promise<Visitor> {
  const { scheme = 'light', width = 1360, height = 900 } = options;
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height },
    reducedMotion: 'reduce',
    permissions: [],
  });
  const faults: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      // oxlint-disable-next-line eslint/no-console -- read by the test
      console.error(`CSP ${violatedDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  const page = await context.newPage();
  // A busy machine takes long to draw a page.
  page.setDefaultTimeout(60_000);
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    // A refusal by the server is shown by the screen; the browser also writes it down.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(`console: ${message.text()}`);
    }
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !/^(data|blob):/.test(url)) faults.push(`outside request: ${url}`);
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { context, page, faults };
}

/** Accepts an invitation with a passkey, and waits for the desk. */
export async function join({ page }: Visitor, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}
