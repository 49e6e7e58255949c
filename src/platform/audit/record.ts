import type { Clock } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import { sealAudit } from './seal.ts';
import { replaceVerification, selectVerification } from './store.ts';
import { verifyAudit, type AuditReport } from './verify.ts';

/** Seals what is pending, verifies the whole chain and records the result. */
export async function recordVerification(db: Db, clock: Clock, anchor?: string): Promise<AuditReport> {
  await sealAudit(db);
  const report = await verifyAudit(db, anchor);
  const { rows, head, fault } = report;
  await replaceVerification(db, {
    at: clock.now(),
    rows: String(rows),
    head,
    fault_seq: fault?.seq ?? null,
    fault_kind: fault?.kind ?? null,
  }).execute();
  return report;
}

/** Null before the first one. */
export async function lastVerification(db: Db) {
  const row = await selectVerification(db).executeTakeFirst();
  if (!row) return null;
  const { at, fault_seq, fault_kind } = row;
  const fault = fault_seq === null ? null : `row ${fault_seq}: ${fault_kind}`;
  return { at: at.toISOString(), intact: fault === null, fault };
}
