import type { Command } from 'commander';
import { systemClock } from '../kernel/index.ts';
import { parseAnchor, recordVerification, type AuditReport } from '../platform/audit/index.ts';
import type { Db } from '../platform/postgres/index.ts';
import { findLoss } from '../trading/restores/index.ts';
import { JSON_RESULT_FLAG, print, say } from './output.ts';
import { withDatabase } from './with-database.ts';

export function addAudit(audit: Command): void {
  const verify = audit
    .command('verify')
    .description('check that no row of the audit log was changed, removed or inserted')
    .option('--anchor <seq:hash>', 'a head printed earlier and kept elsewhere: it must still be in the chain')
    .option(...JSON_RESULT_FLAG)
    .action(({ anchor, json }: { anchor?: string; json?: true }) =>
      withDatabase(verify, async ({ db }) => {
        const report = await recordVerification(db, systemClock, anchor);
        const { rows, head, fault } = report;
        if (json) print(JSON.stringify(report));
        if (fault !== undefined) throw new Error(await explain(db, report, anchor));
        if (json) return;
        say(`The audit log is intact: ${rows} rows. Store its head elsewhere, to verify against it later:`);
        print(head);
      }),
    );
}

async function explain(db: Db, { rows, fault }: AuditReport, anchor = ''): Promise<string> {
  const { seq: last = 0n } = parseAnchor(anchor) ?? {};
  if (fault?.kind === 'cut off') {
    return (
      `The audit log is intact up to row ${rows}, where it ends. ` +
      `The rows ${fault.seq} to ${last} are missing, as after a restore from a backup.`
    );
  }
  const loss = fault?.kind === 'not the anchor' ? await findLoss(db, last) : undefined;
  if (loss) {
    const time = loss.detectedAt.toISOString();
    return (
      `The audit log is intact up to row ${rows}, but row ${last} is not the anchor. ` +
      `The database was restored from a backup, as recognised at ${time}: the rows that followed row ` +
      `${loss.head.split(':')[0]} before are missing. If the anchor is younger than that, the log was tampered with.`
    );
  }
  const row = fault?.id === undefined ? `row ${fault?.seq}` : `row ${fault.seq} (id ${fault.id})`;
  return `The audit log was tampered with. The first bad row is ${row}: ${fault?.kind}.`;
}
