import type { Context } from '../../../kernel/index.ts';
import { BY_NUMBER, type Slice } from '../../lists/index.ts';
import { lower, readFilter } from '../../lucene/index.ts';
import type { Db } from '../../postgres/index.ts';
import { entriesFor, type AuditedService } from './entries.ts';
import { FIELDS } from './fields.ts';
import { countEntries, selectEntries } from './store.ts';

/** The entries of a tenant and a service that the caller may see, newest first. */
export function auditEntries(context: Context<Db>, service: AuditedService, q = '*:*') {
  const shown = { tenant: context.actor.tenant, where: entriesFor(context.actor, service) };
  const condition = lower(readFilter('q', q, FIELDS));
  return {
    of: ['audit', { service, q }] as const,
    select: (db: Db, slice: Slice) => selectEntries(db, shown, condition, slice),
    count: (db: Db) => countEntries(db, shown, condition),
    position: BY_NUMBER,
    toItem: toEntry,
  };
}

type Row = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number];

const toEntry = (row: Omit<Row, 'position'>) => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { kind: row.actor_kind, id: row.actor_id },
  action: row.action,
  subject: { kind: row.subject_kind, id: row.subject_id },
  details: row.details,
  traceId: row.trace_id,
  callerTraceId: row.caller_trace_id,
  seq: row.seq,
  hash: row.hash?.toString('hex') ?? null,
});
