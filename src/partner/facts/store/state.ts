import type { Session } from '../../../platform/duckdb/index.ts';

/** Which part of the log a store has. */
export interface StoreState {
  /** The number of the last batch; 0 while there is none. */
  readonly applied: number;
  readonly batchId: string | null;
  /** When that batch was accepted. */
  readonly asOf: Date | null;
}

export async function readState(session: Pick<Session, 'query'>): Promise<StoreState> {
  const [state] = await session.query<StoreState>(
    'select applied, batch_id as "batchId", as_of as "asOf" from fact_state',
  );
  if (!state) throw new Error('The fact store has no state.');
  return state;
}

/** To be part of the transaction that stores the batch. */
export async function noteApplied(
  session: Session,
  { number, id, createdAt }: { number: number; id: string; createdAt: Date },
): Promise<void> {
  await session.query('update fact_state set applied = $1, batch_id = $2, as_of = $3', [
    number,
    id,
    createdAt,
  ]);
}
