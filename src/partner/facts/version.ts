import type { Context } from '../../kernel/index.ts';
import type { Facts } from './open.ts';

export interface FactsVersion {
  /** Grows with every batch that changed something. */
  readonly version: number;
  /** When that was; null while there are no facts. */
  readonly asOf: Date | null;
}

export async function readVersion({ db, signal }: Context<Facts>): Promise<FactsVersion> {
  const [state] = await db.database.query<FactsVersion>(
    'select version, as_of as "asOf" from fact_state',
    [],
    {
      signal,
    },
  );
  if (!state) throw new Error('The fact store has no state.');
  return state;
}
