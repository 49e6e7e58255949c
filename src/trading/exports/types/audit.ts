import { defineFields } from '../../lucene/index.ts';
import { code, integer, json, text, time, type ExportType } from './declare.ts';

export const AUDIT: ExportType = {
  scope: 'admin',
  table: 'audit_log',
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
  },
  fields: defineFields('action', {
    action: { kind: 'keyword', column: 'action', description: 'The action, such as withdrawal.create.' },
    tenantId: { kind: 'keyword', column: 'tenant', description: 'The tenant.' },
    actorKind: { kind: 'keyword', column: 'actor_kind', description: 'The kind of the actor.' },
    actorId: { kind: 'keyword', column: 'actor_id', description: 'The actor.' },
    subjectKind: { kind: 'keyword', column: 'subject_kind', description: 'The kind of the subject.' },
    subjectId: { kind: 'keyword', column: 'subject_id', description: 'The id of the subject.' },
    traceId: { kind: 'keyword', column: 'trace_id', description: 'The trace id of the request.' },
    callerTraceId: {
      kind: 'keyword',
      column: 'caller_trace_id',
      description: 'The trace id that the caller sent with the request.',
    },
    seq: { kind: 'number', column: 'seq', description: 'The number in the chain.' },
    at: { kind: 'time', column: 'at', description: 'The time.' },
  }),
};
