export { sealAudit } from './seal.ts';
export { insertEntry, type AuditEntry, type JsonObject } from './store.ts';
export { verifyAudit, type AuditReport } from './verify.ts';
