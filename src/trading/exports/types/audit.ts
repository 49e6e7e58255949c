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
    action: { kind: 'keyword', column: 'action', description: 'What was done, such as withdrawal.create.' },
    tenantId: { kind: 'keyword', column: 'tenant', description: 'The tenant.' },
    actorKind: { kind: 'keyword', column: 'actor_kind', description: 'What kind of actor did it.' },
    actorId: { kind: 'keyword', column: 'actor_id', description: 'Who did it.' },
    subjectKind: { kind: 'keyword', column: 'subject_kind', description: 'To what kind of thing.' },
    subjectId: { kind: 'keyword', column: 'subject_id', description: 'To which one.' },
    traceId: { kind: 'keyword', column: 'trace_id', description: 'In the course of which request.' },
    callerTraceId: {
      kind: 'keyword',
      column: 'caller_trace_id',
      description: 'The trace id that the caller sent with that request.',
    },
    seq: { kind: 'number', column: 'seq', description: 'The number in the chain.' },
    at: { kind: 'time', column: 'at', description: 'When.' },
  }),
};
