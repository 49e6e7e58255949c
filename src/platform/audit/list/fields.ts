import { defineFields } from '../../lucene/index.ts';

const ACTOR_KINDS = ['client', 'person', 'operator', 'system'];

/** The filter fields of the audit log. */
export const FIELDS = defineFields('action', {
  action: {
    kind: 'keyword',
    column: 'action',
    description: 'The action, such as person.invite.',
    values: 'recent',
  },
  tenantId: { kind: 'keyword', column: 'tenant', description: 'The tenant.' },
  actorKind: {
    kind: 'keyword',
    column: 'actor_kind',
    description: 'The kind of the actor.',
    values: ACTOR_KINDS,
  },
  actorId: { kind: 'keyword', column: 'actor_id', description: 'The actor.', values: 'recent' },
  subjectKind: {
    kind: 'keyword',
    column: 'subject_kind',
    description: 'The kind of the subject.',
    values: 'recent',
  },
  subjectId: { kind: 'keyword', column: 'subject_id', description: 'The id of the subject.' },
  traceId: { kind: 'keyword', column: 'trace_id', description: 'The trace id of the request.' },
  callerTraceId: {
    kind: 'keyword',
    column: 'caller_trace_id',
    description: 'The trace id that the caller sent with the request.',
  },
  seq: { kind: 'number', column: 'seq', description: 'The number in the chain.' },
  at: { kind: 'time', column: 'at', description: 'The time.' },
});
