import { kindNamed } from '../kinds/index.ts';
import { FIND_LOOSE, rewriteMonth } from '../store/index.ts';
import type { FactsContext } from './open.ts';

export interface Compacted {
  readonly kind: string;
  /** The first day of the month or year. */
  readonly month: string;
  /** Rows that had come in after it was last put in order. */
  readonly looseRows: number;
}

/**
 * Puts the months and years in order into which facts came late, so that a partner's rows in them are next to each
 * other again. Each is a transaction of its own; readers go on meanwhile.
 */
export async function compact({ facts, signal }: FactsContext): Promise<Compacted[]> {
  return facts.database.write(async (session) => {
    const months = await session.query<Compacted>(FIND_LOOSE);
    for (const { kind, month } of months) {
      await session.transaction(() => session.run(rewriteMonth(kindNamed(kind), month), { signal }));
    }
    if (months.length > 0) await session.run('checkpoint');
    return months;
  }, signal);
}
