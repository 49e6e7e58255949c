import type { Facts, FactsOptions } from '../handle/index.ts';
import { createLiveStore, Position } from '../store/index.ts';
import { readHead } from '../log/index.ts';

/** A second store that follows the log only when the test calls it. */
export async function openCopy(
  options: FactsOptions,
): Promise<Pick<Facts, 'database' | 'position' | 'catchUp' | 'rebuild' | 'close'>> {
  const position = new Position();
  position.noteHead(await readHead(options.db));
  const store = await createLiveStore(options, options, position);
  await store.open();
  if (!store.isPresent) await store.restore();
  return {
    database: store.database,
    position,
    catchUp: () => store.catchUp(),
    rebuild: (onProgress) => store.rebuild(onProgress),
    close: () => store.close(),
  };
}
