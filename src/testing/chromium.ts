import { chromium, type Browser } from 'playwright-core';
import { findProgram } from './program.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A browser with an empty profile, which talks to nobody by itself. */
export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findProgram(NAMES, 'chromium'),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
