import type { Command } from 'commander';
import { systemClock } from '../kernel/index.ts';
import { recordVerification } from '../platform/audit/index.ts';
import { print, say } from './output.ts';
import { withDatabase } from './with-database.ts';

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('the log of every change');
  const verify = audit
    .command('verify')
    .description('check that no row of the audit log was changed, removed or inserted')
    .option('--anchor <seq:hash>', 'a head printed earlier and kept elsewhere: it must still be in the chain')
    .action(({ anchor }: { anchor?: string }) =>
      withDatabase(verify, async ({ db }) => {
        const { rows, head, fault } = await recordVerification(db, systemClock, anchor);
        if (fault === undefined) {
          say(`The audit log is intact: ${rows} rows. Store its head elsewhere, to verify against it later:`);
          print(head);
          return;
        }
        const row = fault.id === undefined ? `row ${fault.seq}` : `row ${fault.seq} (id ${fault.id})`;
        throw new Error(`The audit log was tampered with. The first bad row is ${row}: ${fault.kind}.`);
      }),
    );
}
