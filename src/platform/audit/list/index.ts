export { entriesFor, entriesOf } from './entries.ts';
export { FIELDS as AUDIT_FIELDS } from './fields.ts';
export { listAudit } from './list.ts';
export { AuditPage, AuditQuery } from './schema.ts';
