import type { Db } from '../postgres/index.ts';
import type { Metrics } from '../telemetry/index.ts';
import { lastVerification } from './record.ts';
import { countPending } from './store.ts';

/** Read from the database, so equal in every process. */
export function measureAudit(metrics: Metrics, db: Db): void {
  metrics.gauge(
    'quaestor_audit_unsealed',
    'Audit rows that are not part of the hash chain yet.',
    [],
    async () => {
      const { rows } = await countPending(db).executeTakeFirstOrThrow();
      return [{ value: Number(rows) }];
    },
  );
  metrics.gauge(
    'quaestor_audit_intact',
    'Whether the last check of the audit log found nothing changed: 1 or 0. Absent before the first one.',
    [],
    async () => {
      const last = await lastVerification(db);
      return last ? [{ value: last.intact ? 1 : 0 }] : [];
    },
  );
}
