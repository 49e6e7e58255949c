import { AUDIT_FIELDS, entriesOf } from '../../../platform/audit/index.ts';
import { code, integer, json, text, time, type ExportType } from './declare.ts';

export const AUDIT: ExportType = {
  scope: 'admin',
  table: 'audit_log',
  where: entriesOf('trading'),
  time: 'at',
  order: 'id',
  columns: {
    id: integer('id'),
    at: time('at'),
    actorKind: code('actor_kind'),
    actorId: text('actor_id'),
    action: code('action'),
    subjectKind: code('subject_kind'),
    subjectId: text('subject_id'),
    details: json('details'),
    traceId: text('trace_id'),
    seq: integer('seq'),
    prevHash: code("encode(prev_hash, 'hex')"),
    hash: code("encode(hash, 'hex')"),
    callerTraceId: text('caller_trace_id'),
    service: code('service'),
  },
  fields: AUDIT_FIELDS,
};
