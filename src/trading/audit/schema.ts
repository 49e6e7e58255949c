import { Type, type Static } from 'typebox';
import { auditFilter, AuditVerification, ShownEntry } from '../../platform/audit/index.ts';
import { cursorPageOf, cursorQuery } from '../../platform/lists/index.ts';

export const AuditQuery = Type.Object({ ...auditFilter, ...cursorQuery }, { additionalProperties: false });

const page = cursorPageOf(ShownEntry, 'AuditPage');
export const AuditPage = Type.Object(
  { ...page.properties, verification: AuditVerification },
  { title: 'AuditPage' },
);
export type AuditPage = Static<typeof AuditPage>;
