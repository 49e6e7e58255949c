import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** A browser with an empty profile, which talks to nobody by itself. */
export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium() ?? installChromium(),
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

function findChromium(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installChromium(): string {
  try {
    if (process.getuid?.() !== 0) throw new Error('Only root can install it.');
    execFileSync('apt-get', ['update', '-q'], { stdio: 'pipe' });
    execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], {
      stdio: 'pipe',
    });
  } catch (cause) {
    throw new Error(
      'No browser was found. Install Chromium (on Debian and Ubuntu: apt-get install chromium) or Google Chrome.',
      { cause },
    );
  }
  return findChromium() ?? 'chromium';
}
