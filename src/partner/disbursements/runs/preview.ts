import type { Db } from '../../../platform/postgres/index.ts';
import type { FactsContext } from '../../facts/handle/index.ts';
import type { LeftOut, Preview } from './schema.ts';
import { countCandidates, type CountedRow, type Terms } from './store.ts';
import { readTerms, type RunSettings } from './terms.ts';

/** What a run would request now. Nothing is locked or written. */
export async function previewRun(context: FactsContext, settings: RunSettings): Promise<Preview> {
  return findPayable(context.db, await readTerms(context, settings));
}

export async function findPayable(db: Db, terms: Terms): Promise<Preview> {
  const rows: CountedRow[] = await countCandidates(db, terms).execute();
  const totals = rows
    .filter(({ reason }) => reason === null)
    .map(({ currency, count, amount }) => ({ currency, count, amount }));
  const leftOut = new Map<LeftOut['reason'], number>();
  for (const { reason, count } of rows)
    if (reason !== null) leftOut.set(reason, (leftOut.get(reason) ?? 0) + count);
  return {
    line_count: totals.reduce((sum, { count }) => sum + count, 0),
    totals,
    left_out: [...leftOut].map(([reason, count]) => ({ reason, count })),
  };
}
