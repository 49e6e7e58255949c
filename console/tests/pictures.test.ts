import { afterAll, expect, it } from 'vitest';
import { openChromium } from '../../src/testing/chromium.ts';
import { outlineOf, PICTURES, readPicture, SIZE } from './screens/pictures.ts';
import { partner } from './screens/partner.ts';
import { trading } from './screens/trading.ts';
import { visitScreens } from './screens/visit.ts';

const MOST_BYTES = 250_000;
/** A desk with all that the pictures show takes minutes on a busy machine. */
const FILLED_MS = 1_200_000;
const RENEW = 'npm run screens -- --pictures';

const browser = await openChromium();
afterAll(() => browser.close());

it.each(Object.keys(PICTURES))('the picture of %s has its size and loads fast', (screen) => {
  const { png } = readPicture(screen);
  expect({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) }, `Renew it by ${RENEW}`).toEqual(SIZE);
  expect(png.length, `Renew it by ${RENEW}`).toBeLessThan(MOST_BYTES);
});

it.each([trading, partner])(
  'the pictures of $name show its screens as they are',
  async (face) => {
    const isOfFace = (screen: string) => screen.startsWith(`${face.name}/`) && screen in PICTURES;
    const outlines: Record<string, string> = {};
    const failed = await visitScreens(browser, face, isOfFace, async (screen, page, traffic) => {
      outlines[screen] = await outlineOf(page, traffic);
    });
    expect([...failed]).toEqual([]);
    const expected = Object.keys(PICTURES)
      .filter(isOfFace)
      .map((screen) => [screen, readPicture(screen).outline]);
    expect(outlines, `Renew it by ${RENEW}`).toEqual(Object.fromEntries(expected));
  },
  FILLED_MS,
);
