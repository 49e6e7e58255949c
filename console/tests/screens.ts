import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureBuilt, ensureConsole } from '../../scripts/ensure.mjs';
import { openChromium } from '../../src/testing/chromium.ts';
import { PICTURES, takePicture } from './screens/pictures.ts';
import { takeImages } from './screens/take.ts';
import { visitScreens } from './screens/visit.ts';

/**
 * `npm run screens -- trading/audit trading/venue` takes only the images whose names contain one of these;
 * `npm run screens -- --pictures` takes the pictures of the README instead, or those of them.
 */
const [, , ...given] = process.argv;
const takesPictures = given.includes('--pictures');
const wanted = given.filter((part) => part !== '--pictures');
const FOLDER = join(import.meta.dirname, '../../screens');

const isWanted = (screen: string): boolean =>
  (!takesPictures || screen in PICTURES) &&
  (wanted.length === 0 || wanted.some((part) => screen.includes(part)));

await Promise.all([ensureBuilt(), ensureConsole()]);
// They import the SDK, which is built now.
const [{ trading }, { partner }] = await Promise.all([
  import('./screens/trading.ts'),
  import('./screens/partner.ts'),
]);
const browser = await openChromium();
const failed: string[] = [];
let taken = 0;
try {
  for (const face of [trading, partner]) {
    const missing = await visitScreens(browser, face, isWanted, async (screen, page, traffic) => {
      const path = join(FOLDER, screen);
      mkdirSync(dirname(path), { recursive: true });
      await (takesPictures ? takePicture(screen, page, traffic) : takeImages(page, traffic, path));
      taken += 1;
      console.log(screen);
    });
    for (const [screen, error] of missing) {
      console.error(`${screen} failed:`, error);
      failed.push(screen);
    }
  }
} finally {
  await browser.close();
}
console.log(`${taken} screens were taken.`);
if (failed.length > 0) {
  console.error(`${failed.length} failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}
