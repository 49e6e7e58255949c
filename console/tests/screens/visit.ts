import type { Browser, Page } from 'playwright-core';
import { startDesk, type Desk } from '../testing/desk.ts';
import { join as accept, openVisitor, type Visitor } from '../testing/visitor.ts';
import { stopClock, type Traffic } from './clock.ts';
import type { Face, Ids, Shot, Stage } from './face.ts';
import { clear, untilWhole } from './take.ts';

type Take = (screen: string, page: Page, traffic: Traffic) => Promise<void>;

/** Shows the wanted screens of a face one after the other. Answers why some failed; the others are still shown. */
export async function visitScreens(
  browser: Browser,
  face: Face,
  isWanted: (screen: string) => boolean,
  take: Take,
): Promise<ReadonlyMap<string, unknown>> {
  const screenOf = ([name]: Shot) => `${face.name}/${name}`;
  const wanted = face.stages.map(({ shots }) => shots.filter((shot) => isWanted(screenOf(shot))));
  const last = wanted.findLastIndex((shots) => shots.length > 0);
  const failed = new Map<string, unknown>();
  if (last === -1) return failed;
  const attempt = async <T>(screens: readonly string[], step: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await step();
    } catch (error) {
      // What is only prepared for other screens fails them all.
      if (screens.length === 0) throw error;
      for (const screen of screens) failed.set(screen, error);
      return undefined;
    }
  };
  const desk = await startDesk({ roles: face.roles });
  const people = createPeople(browser, desk, face);
  let ids: Ids = {};
  const open = async ({ login, prepare }: Stage) => {
    const { visitor, traffic } = await people(login);
    ids = { ...ids, ...(await prepare?.(desk, visitor.page)) };
    return { page: visitor.page, traffic };
  };
  try {
    // What a stage prepares is also there in later ones.
    for (const [index, stage] of face.stages.slice(0, last + 1).entries()) {
      const shots = wanted[index] ?? [];
      const opened = await attempt(shots.map(screenOf), () => open(stage));
      if (opened === undefined) continue;
      const { page, traffic } = opened;
      for (const shot of shots) {
        const [, path, act] = shot;
        await attempt([screenOf(shot)], async () => {
          await clear(page);
          await page.goto(`${face.urlOf(desk)}/console/${fill(path, ids)}`);
          await untilWhole(page, traffic);
          await act?.(page, desk);
          await take(screenOf(shot), page, traffic);
        });
      }
    }
  } finally {
    await desk.stop();
  }
  return failed;
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
