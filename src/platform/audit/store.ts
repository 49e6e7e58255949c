import { sql, type Generated, type NotNull, type RawBuilder } from 'kysely';
import type { Actor, Json } from '../../kernel/index.ts';
import { statement } from '../postgres/index.ts';

export type JsonObject = { readonly [key: string]: Json | undefined };

interface AuditLogTable {
  id: string;
  at: Date;
  tenant: string;
  actor_kind: Actor['kind'];
  actor_id: string;
  action: string;
  subject_kind: string;
  subject_id: string;
  details: JsonObject;
  trace_id: string;
  caller_trace_id: string | null;
  service: string | null;
  seq: string | null;
  prev_hash: Buffer | null;
  hash: Buffer | null;
}

interface VerificationTable {
  single: Generated<boolean>;
  at: Date;
  rows: string;
  head: string;
  fault_seq: string | null;
  fault_kind: string | null;
}

declare module '../postgres/connect.ts' {
  interface Tables {
    audit_log: AuditLogTable;
    audit_verification: VerificationTable;
  }
}

export interface AuditEntry {
  readonly at: Date;
  readonly actor: Actor;
  /** `withdrawal.create` */
  readonly action: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly details: JsonObject;
  readonly traceId: string;
  /** The trace id that the caller sent. */
  readonly callerTraceId?: string | undefined;
  /** Where it is not given, the database derives it from the action. */
  readonly service?: string | undefined;
}

/** What both services share: an entry about it belongs to both. */
const SHARED = new Set(['credential', 'factor', 'person']);

/** The columns that the hash covers, all as text as the database prints it. */
const CONTENT = [
  'id',
  'tenant',
  'actor_kind',
  'actor_id',
  'action',
  'subject_kind',
  'subject_id',
  'trace_id',
  'caller_trace_id',
  'service',
  sql<string>`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`.as('at'),
  sql<string>`details::text`.as('details'),
] as const;

export function insertEntries(entries: readonly AuditEntry[]): RawBuilder<unknown> {
  const rows = entries.map(({ at, actor, action, subjectKind, subjectId, details, ...rest }) => ({
    at,
    tenant: actor.tenant,
    actor_kind: actor.kind,
    actor_id: actor.id,
    action,
    subject_kind: subjectKind,
    subject_id: subjectId,
    details,
    trace_id: rest.traceId,
    caller_trace_id: rest.callerTraceId,
    service: SHARED.has(action.slice(0, action.indexOf('.'))) ? null : rest.service,
  }));
  return sql`
    insert into audit_log
      (at, tenant, actor_kind, actor_id, action, subject_kind, subject_id, details, trace_id, caller_trace_id, service)
    select at, tenant, actor_kind, actor_id, action, subject_kind, subject_id, details, trace_id, caller_trace_id, service
    from json_populate_recordset(null::audit_log, ${JSON.stringify(rows)}::json)`;
}

/** Seals at most this many pending rows and returns how many it sealed. */
export const sealRows = statement([1000], (db, most: number) =>
  db.selectNoFrom(sql<number>`seal_audit_log(${most}::int)`.as('sealed')),
);

export const countPending = statement([], (db) =>
  db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<string>().as('rows'))
    .where('seq', 'is', null),
);

export const selectSealed = statement(['0', 1000], (db, after: string, limit: number) =>
  db
    .selectFrom('audit_log')
    .select([...CONTENT, 'seq', 'prev_hash', 'hash'])
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .$narrowType<{ seq: NotNull }>(),
);

const VERIFICATION = { at: new Date(0), rows: '0', head: '0:00', fault_seq: null, fault_kind: null };

export const replaceVerification = statement([VERIFICATION], (db, row: Omit<VerificationTable, 'single'>) =>
  db
    .insertInto('audit_verification')
    .values(row)
    .onConflict((conflict) => conflict.column('single').doUpdateSet(row)),
);

export const selectVerification = statement([], (db) =>
  db.selectFrom('audit_verification').select(['at', 'fault_seq', 'fault_kind']),
);
