import { randomUUID } from 'node:crypto';
import { Problem } from '../../kernel/index.ts';
import type { Session } from '../../platform/duckdb/index.ts';
import type { Appended, Batch } from './log/append.ts';
import { tellUnavailable, withFiles } from './log/objects.ts';
import { findAppended } from './log/read.ts';
import type { Facts } from './open.ts';
import { noteApplied, readState } from './store/state.ts';

/** A batch that is about to be accepted. */
export interface Recording extends Pick<
  Batch,
  'kind' | 'source' | 'accepted' | 'repeated' | 'replaced' | 'withdrawn' | 'voids' | 'fileName'
> {
  /** A select of the rows that its object gets beside their batch. */
  readonly rows: string;
  /** Writes the rows to the store; `path` is a file of the object. */
  readonly write: (number: number, path: string) => Promise<void>;
  /** Appends the batch to the log in a transaction of PostgreSQL. */
  readonly append: (batch: Batch) => Promise<Appended>;
}

/** A batch is in the log, but the store could not keep it and has to catch up. */
export class NotApplied extends Error {
  override readonly name = 'NotApplied';
  readonly appended: Appended;

  constructor(appended: Appended, cause: unknown) {
    super(`The store failed to apply batch ${appended.number}.`, { cause });
    this.appended = appended;
  }
}

/**
 * Writes a batch to the store and appends it to the log; the log decides. To be run by the only writer of the store.
 * Undefined when the store lacks batches of the log: nothing was written, and the store has to catch up first.
 */
export async function record(
  facts: Facts,
  session: Session,
  { rows, write, append, ...recording }: Recording,
): Promise<Appended | undefined> {
  const epoch = await facts.lease.hold();
  const id = randomUUID();
  let appended: Appended | undefined;
  try {
    const recorded = await withFiles(facts, (files) =>
      session.transaction(async () => {
        const { applied } = await readState(session);
        if (applied < facts.position.head) return undefined;
        const number = applied + 1;
        const file = await files.write(session, `select ${number}::bigint as batch, * from (${rows})`);
        // Both have to end before the transaction does, even if one of them fails.
        const [uploaded, written] = await Promise.allSettled([
          files.upload(recording.kind, file),
          write(number, file.path),
        ]);
        if (written.status === 'rejected') throw written.reason;
        if (uploaded.status === 'rejected') throw uploaded.reason;
        appended = await append({ ...recording, id, number, epoch, object: uploaded.value });
        await noteApplied(session, appended);
        return appended;
      }),
    );
    if (recorded) facts.position.noteApplied({ applied: recorded.number, asOf: recorded.createdAt });
    return recorded;
  } catch (error) {
    if (error instanceof Problem && error.code === 'conflict') return undefined;
    appended ??= error instanceof Problem ? undefined : await findOutcome(facts, id, error);
    if (!appended) return tellUnavailable(error);
    facts.position.noteHead(appended.number);
    throw new NotApplied(appended, error);
  }
}

/** Whether a batch is in the log, when it is not known whether PostgreSQL has committed it. */
async function findOutcome({ db }: Facts, id: string, cause: unknown): Promise<Appended | undefined> {
  try {
    return await findAppended(db, id);
  } catch {
    throw new Problem(
      'unavailable',
      'The database cannot be reached, and it is not known whether the batch was stored. Send it again: what is ' +
        'stored already changes nothing.',
      { cause, headers: { 'retry-after': '5' } },
    );
  }
}
