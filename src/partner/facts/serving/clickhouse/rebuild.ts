import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../../../kernel/index.ts';
import type { Db } from '../../../../platform/postgres/index.ts';
import { findHolder } from '../../log/index.ts';
import { selectPublished, wantRebuild } from './store.ts';

const LOOK_EVERY_MS = 250;

/** Lets the process that writes fill a new set of tables, and waits until it has taken the place of the present one. */
export async function rebuildServed({ db }: { readonly db: Db }): Promise<void> {
  const { wanted } = await wantRebuild(db).executeTakeFirstOrThrow();
  for (;;) {
    const { generation } = await selectPublished(db).executeTakeFirstOrThrow();
    if (generation >= wanted) return;
    if (!(await findHolder(db)))
      throw new Problem(
        'unavailable',
        'No process writes facts. The next one that does will rebuild the tables.',
      );
    await sleep(LOOK_EVERY_MS);
  }
}
