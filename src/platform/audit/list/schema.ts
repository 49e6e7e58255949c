import { Type } from 'typebox';
import { filterOptions } from '../../lucene/index.ts';

const NULL = Type.Null();
const time = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });
const HASH = '5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9';

export const auditFilter = {
  q: Type.Optional(
    Type.String(
      filterOptions(
        'A filter in the syntax of the classic Apache Lucene query parser over `action` (searched by default), ' +
          '`actorKind`, `actorId`, `subjectKind`, `subjectId`, `tenantId`, `traceId`, `callerTraceId` (exact and ' +
          `case-sensitive), \`seq\` (a number) and \`at\` (a time).`,
        'action:person.* AND actorId:ada',
      ),
    ),
  ),
};

export const ShownEntry = Type.Object(
  {
    id: Type.String({ examples: ['48213'] }),
    at: time,
    actor: Type.Object(
      { kind: Type.String({ examples: ['person'] }), id: Type.String({ examples: ['ada'] }) },
      { description: 'The actor.' },
    ),
    action: Type.String({ examples: ['person.invite'] }),
    subject: Type.Object(
      {
        kind: Type.String({ examples: ['person'] }),
        id: Type.String({ examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'] }),
      },
      { description: 'What was changed.' },
    ),
    details: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'All recorded details.',
      examples: [{ login: 'grace', tenant: 'acme', partnerUid: null, roles: ['partner:manager'] }],
    }),
    traceId: Type.String({ examples: ['0af7651916cd43dd8448eb211c80319c'] }),
    callerTraceId: Type.Union([Type.String(), NULL], {
      description: 'The trace id that the caller sent.',
      examples: [null],
    }),
    seq: Type.Union([Type.String(), NULL], {
      description: 'Its number in the chain; null for the moment until it is sealed.',
      examples: ['48213'],
    }),
    hash: Type.Union([Type.String(), NULL], { description: 'Its hash in the chain.', examples: [HASH] }),
  },
  { title: 'AuditEntry' },
);

export const AuditVerification = Type.Union(
  [
    Type.Object({
      at: { ...time, description: 'When the chain was verified.' },
      intact: Type.Boolean({ examples: [true] }),
      fault: Type.Union([Type.String(), NULL], {
        description: 'The first bad row and what is wrong with it.',
        examples: [null],
      }),
    }),
    NULL,
  ],
  { description: 'The last verification of the whole chain; null before the first one.' },
);
