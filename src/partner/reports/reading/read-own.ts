import type { Row } from '../../../platform/duckdb/index.ts';
import { compileOwn, type Visible } from '../query/index.ts';
import { run } from './read.ts';
import { readPartnerState } from './state.ts';
import type { FactsContext } from '../../facts/handle/index.ts';

/** Runs a select over the rows that the partner sees as its own. */
export type ReadOwn = <T extends object = Row>(write: (visible: Visible) => string) => Promise<T[]>;

/** Runs several selects that all see the same state of the facts, through the engine that answers reports. */
export async function readOwn<T>(context: FactsContext, work: (read: ReadOwn) => Promise<T>): Promise<T> {
  const { signal } = context;
  const { owner, view: open } = await readPartnerState(context);
  const view = await open(owner.partnerUid, signal);
  return view.snapshot(
    (reader) =>
      work(<R extends object = Row>(write: (visible: Visible) => string) =>
        run<R>(reader, compileOwn(owner, reader.dialect, write), signal),
      ),
    signal,
  );
}
