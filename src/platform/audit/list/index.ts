export { entriesFor, entriesOf } from './entries.ts';
export { FIELDS as AUDIT_FIELDS } from './fields.ts';
export { auditEntries } from './list.ts';
export { auditFilter, AuditVerification, ShownEntry } from './schema.ts';
