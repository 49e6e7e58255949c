import { compactLog } from '../log/index.ts';
import type { FactsContext } from './open.ts';
import { mergeObjects } from '../store/index.ts';

/** Moves the rows of small objects of the log into larger ones, and returns how many objects were replaced. */
export const compactObjects = (context: FactsContext): Promise<number> =>
  compactLog(context, (paths, path) => mergeObjects(context.facts.database, paths, path));
