import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { ensureBuilt, ensureConsole } from '../../scripts/ensure.mjs';
import { openChromium } from '../../src/testing/chromium.ts';
import { stopClock, type Traffic } from './screens/clock.ts';
import type { Face, Ids, Shot, Stage } from './screens/face.ts';
import { clear, takeImages, untilWhole } from './screens/take.ts';
import { startDesk, type Desk } from './testing/desk.ts';
import { join as accept, openVisitor, type Visitor } from './testing/visitor.ts';

/** `npm run screens -- trading/audit trading/venue` takes only the images whose names contain one of these. */
const [, , ...wanted] = process.argv;
const FOLDER = join(import.meta.dirname, '../../screens');

await Promise.all([ensureBuilt(), ensureConsole()]);
// They import the SDK, which is built now.
const [{ trading }, { partner }] = await Promise.all([
  import('./screens/trading.ts'),
  import('./screens/partner.ts'),
]);
const browser = await openChromium();
const taken: string[] = [];
const failed: string[] = [];
try {
  for (const face of [trading, partner]) await takeFace(face);
} finally {
  await browser.close();
}
console.log(`${taken.length} screens were taken.`);
if (failed.length > 0) {
  console.error(`${failed.length} failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

async function takeFace(face: Face): Promise<void> {
  const screenOf = ([name]: Shot) => `${face.name}/${name}`;
  const isWanted = (shot: Shot) =>
    wanted.length === 0 || wanted.some((part) => screenOf(shot).includes(part));
  if (!face.stages.some(({ shots }) => shots.some(isWanted))) return;
  const folder = join(FOLDER, face.name);
  mkdirSync(folder, { recursive: true });
  const desk = await startDesk(face.roles);
  const people = createPeople(browser, desk, face);
  let ids: Ids = {};
  const open = async ({ login, prepare }: Stage) => {
    const { visitor, traffic } = await people(login);
    ids = { ...ids, ...(await prepare?.(desk, visitor.page)) };
    return { page: visitor.page, traffic };
  };
  try {
    for (const stage of face.stages) {
      const shots = stage.shots.filter(isWanted);
      const opened = await attempt(shots.map(screenOf), () => open(stage));
      if (opened === undefined) continue;
      const { page, traffic } = opened;
      for (const shot of shots) {
        const [name, path, act] = shot;
        await attempt([screenOf(shot)], async () => {
          await clear(page);
          await page.goto(`${face.urlOf(desk)}/console/${fill(path, ids)}`);
          await untilWhole(page, traffic);
          await act?.(page, desk);
          await takeImages(page, traffic, folder, name);
          taken.push(screenOf(shot));
          console.log(screenOf(shot));
        });
      }
    }
  } finally {
    await desk.stop();
  }
}

/** Notes the screens that have no image because a step failed; the others are still taken. */
async function attempt<T>(screens: readonly string[], step: () => Promise<T>): Promise<T | undefined> {
  try {
    return await step();
  } catch (error) {
    console.error(`${screens.join(', ')} failed:`, error);
    failed.push(...screens);
    return undefined;
  }
}

function fill(path: string, ids: Ids): string {
  return path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`The stage gives no id ${name}.`);
    return id;
  });
}

/** Each person joins once; those who have not signed in share a browser of their own. */
function createPeople(on: Browser, desk: Desk, { urlOf, isOfToday = false }: Face) {
  const origin = urlOf(desk);
  const opened = new Map<Stage['login'], Promise<{ visitor: Visitor; traffic: Traffic }>>();
  const open = async (login: Stage['login']) => {
    const visitor = await openVisitor(on, origin);
    const traffic = await stopClock(visitor.page, origin, { isReal: isOfToday });
    if (login !== undefined) await accept(visitor, desk.links.get(login) ?? '');
    return { visitor, traffic };
  };
  return (login: Stage['login']) => {
    const visit = opened.get(login) ?? open(login);
    opened.set(login, visit);
    return visit;
  };
}
