import { newTraceId } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { insertEntries, type AuditEntry, type JsonObject } from '../index.ts';

/** Writes an entry as a command does, and does not seal it. */
export async function write(
  db: Db,
  subjectId: string,
  details: JsonObject = { of: subjectId },
  more: Partial<AuditEntry> = {},
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
      ...more,
    },
  ]).execute(db);
}
