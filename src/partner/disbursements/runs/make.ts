import { isDeepStrictEqual } from 'node:util';
import { command, run } from '../../../platform/commands/index.ts';
import type { FactsContext } from '../../facts/handle/index.ts';
import { lockFunded, reserveFrom } from '../../wallets/index.ts';
import { announceRun } from '../store.ts';
import { findPayable } from './preview.ts';
import type { Preview, Run } from './schema.ts';
import {
  insertLines,
  insertRun,
  reservationsOf,
  takeRunNumber,
  type NewRun,
  type RunRow,
  type Terms,
} from './store.ts';
import { readTerms, type RunSettings } from './terms.ts';
import { toRun } from './to-run.ts';

interface Making {
  readonly terms: Terms;
  readonly due_on: string | null;
}

interface State {
  readonly number: number;
  readonly found: Preview;
}

/** Asks for all that is available of every account that has enough and is not blocked, and reserves it. */
export async function makeRun(
  context: FactsContext,
  settings: RunSettings,
  dueOn: string | null = null,
): Promise<Run> {
  const terms = await readTerms(context, settings);
  return (await run(context, make, { terms, due_on: dueOn })).result;
}

const make = command({
  name: 'disbursement-run.make',
  scope: 'disbursements:manage',
  async lock(tx, { terms }: Making): Promise<State> {
    await lockFunded(tx).execute();
    const found = await findPayable(tx, terms);
    const { number } = await takeRunNumber(tx).executeTakeFirstOrThrow();
    return { number, found };
  },
  decide({ number, found }: State, { terms, due_on }, { actor }) {
    const { tenant, now } = terms;
    const row: NewRun = { number, tenant, due_on, requested_by: actor.id, requested_at: now, ...found };
    return { change: { row, terms }, audit: { subject: String(number), details: { due_on, ...found } } };
  },
  async write(tx, { row, terms }): Promise<Run | undefined> {
    const made: RunRow | undefined = await insertRun(tx, row).executeTakeFirst();
    if (!made) return undefined;
    const totals = await insertLines(tx, terms, row.number, row.requested_by).execute();
    // A destination or a block may have changed since they were counted.
    if (!isDeepStrictEqual(totals, row.totals)) return undefined;
    await reserveFrom(tx, reservationsOf(row.number), 'disbursement', terms.now);
    await announceRun(tx, row.number, terms.now).execute();
    return toRun(made);
  },
});
