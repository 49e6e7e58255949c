export { formatAnchor, parseAnchor, type Anchor } from './anchor.ts';
export { measureAudit } from './measure.ts';
export { lastVerification, recordVerification } from './record.ts';
export { sealAudit, sealSoon } from './seal.ts';
export { insertEntries, type AuditEntry, type JsonObject } from './store.ts';
export { verifyAudit, type AuditReport } from './verify.ts';
export { auditJobs } from './work.ts';
