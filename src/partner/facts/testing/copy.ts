import type { Facts, FactsOptions } from '../index.ts';
import { createLiveStore } from '../live-store.ts';
import { Position } from '../position.ts';

/** A store that follows the log when it is told to, beside the process that writes. */
export async function openCopy(
  options: FactsOptions,
): Promise<Pick<Facts, 'database' | 'position' | 'catchUp' | 'rebuild' | 'close'>> {
  const position = new Position();
  const store = await createLiveStore(options, options, position);
  if (!(await store.openPresent())) await store.rebuild();
  return {
    database: store.database,
    position,
    catchUp: () => store.catchUp(),
    rebuild: (onProgress) => store.rebuild(onProgress),
    close: () => store.close(),
  };
}
