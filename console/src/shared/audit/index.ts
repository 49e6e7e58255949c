export { Audit } from './list.tsx';
export type { AuditLog } from './log.ts';
