export {
  compareAnchors,
  findHead,
  formatAnchor,
  listAnchors,
  parseAnchor,
  pruneAnchors,
  writeAnchor,
  type Anchor,
  type Comparison,
} from './anchors/index.ts';
export {
  AUDIT_FIELDS,
  auditEntries,
  ShownEntry,
  auditFilter,
  AuditVerification,
  entriesFor,
  entriesOf,
} from './list/index.ts';
export { measureAudit } from './measure.ts';
export { lastVerification, recordVerification } from './record.ts';
export { sealAudit, sealSoon } from './seal.ts';
export { insertEntries, type AuditEntry, type JsonObject } from './store.ts';
export { verifyAudit, type AuditReport } from './verify.ts';
export { auditJobs } from './work.ts';
