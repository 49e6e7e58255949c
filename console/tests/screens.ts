import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { ensureBuilt, ensureConsole } from '../../scripts/ensure.mjs';
import { openChromium } from '../../src/testing/chromium.ts';
import { stopClock, type Traffic } from './screens/clock.ts';
import type { Face, Ids, Shot, Stage } from './screens/face.ts';
import { partner } from './screens/partner.ts';
import { takeImages, untilWhole } from './screens/take.ts';
import { trading } from './screens/trading.ts';
import { startDesk, type Desk } from './testing/desk.ts';
import { join as accept, openVisitor, type Visitor } from './testing/visitor.ts';

/** `npm run screens -- trading/audit trading/venue` takes only the images whose names contain one of these. */
const [, , ...wanted] = process.argv;
const FOLDER = join(import.meta.dirname, '../../screens');

await Promise.all([ensureBuilt(), ensureConsole()]);
const browser = await openChromium();
try {
  for (const face of [trading, partner]) await takeFace(face);
} finally {
  await browser.close();
}

async function takeFace(face: Face): Promise<void> {
  const isWanted = ([name]: Shot) =>
    wanted.length === 0 || wanted.some((part) => `${face.name}/${name}`.includes(part));
  if (!face.stages.some(({ shots }) => shots.some(isWanted))) return;
  const folder = join(FOLDER, face.name);
  mkdirSync(folder, { recursive: true });
  const desk = await startDesk(face.roles);
  try {
    const people = createPeople(browser, desk, face);
    let ids: Ids = {};
    for (const stage of face.stages) {
      const { visitor, traffic } = await people(stage.login);
      ids = { ...ids, ...(await stage.prepare?.(desk, visitor.page)) };
      for (const shot of stage.shots.filter(isWanted)) {
        const [name, path, act] = shot;
        await visitor.page.goto('about:blank');
        await visitor.page.goto(`${face.urlOf(desk)}/console/${fill(path, ids)}`);
        await untilWhole(visitor.page, traffic);
        await act?.(visitor.page, desk);
        await takeImages(visitor.page, traffic, folder, name);
        console.log(`${face.name}/${name}`);
      }
    }
  } finally {
    await desk.stop();
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
