export { sealAudit, sealSoon } from './seal.ts';
export { insertEntries, type AuditEntry, type JsonObject } from './store.ts';
export { verifyAudit, type AuditReport } from './verify.ts';
