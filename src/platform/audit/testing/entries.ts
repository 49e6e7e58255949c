import { newTraceId } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { JsonObject } from '../index.ts';
import { insertEntries } from '../index.ts';

/** Writes an entry as a command does, and does not seal it. */
export async function write(
  db: Db,
  subjectId: string,
  details: JsonObject = { of: subjectId },
  callerTraceId?: string,
): Promise<void> {
  await insertEntries([
    {
      at: new Date(),
      actor: { kind: 'client', id: 'desk', tenant: 'acme', scopes: new Set() },
      action: 'note.create',
      subjectKind: 'note',
      subjectId,
      details,
      traceId: newTraceId(),
      callerTraceId,
    },
  ]).execute(db);
}
