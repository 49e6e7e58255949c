import { Type, type Static } from 'typebox';
import { auditFilter, AuditVerification, ShownEntry } from '../../platform/audit/index.ts';
import { offsetCursorQuery } from '../../platform/lists/index.ts';

export const AuditQuery = Type.Object(
  { ...auditFilter, ...offsetCursorQuery },
  { additionalProperties: false },
);

export const AuditEntries = Type.Object(
  {
    entries: Type.Array(ShownEntry),
    count: Type.Integer({ description: 'All that match.', examples: [1] }),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'Asks for the next page; null on the last one.',
      examples: [null],
    }),
    verification: AuditVerification,
  },
  { title: 'AuditEntries' },
);
export type AuditEntries = Static<typeof AuditEntries>;
