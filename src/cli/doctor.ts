import type { Command } from 'commander';
import { ConfigError } from '../config/index.ts';
import { examine, type Finding } from '../process/index.ts';
import { JSON_FLAG, print, printFindings } from './output.ts';
import { configOf } from './with-database.ts';

export function addDoctor(doctor: Command): void {
  doctor
    .option(...JSON_FLAG)
    .addHelpText('after', EXPLANATION)
    .action(async ({ json }: { json?: true }) => {
      const findings = await printFindings(examineAll(doctor), { json, indent: '', width: 20 });
      if (json) print(JSON.stringify(findings));
    });
}

async function* examineAll(command: Command): AsyncGenerator<Finding> {
  const subject = 'configuration';
  let config;
  try {
    config = configOf(command);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    yield { subject, state: 'failed', text: error.message };
    return;
  }
  const text = config.demo ? 'none was found: demo mode' : `roles ${config.roles.join(', ')}`;
  yield { subject, state: 'ok', text };
  yield* examine(config);
}

const EXPLANATION = `
It changes nothing and sends no order or withdrawal; a small file is written to the storage and removed.
It may run beside a server. One line for each subject:

  configuration  it can be read, and every setting is allowed
  data           the folder can be written and has room
  port …         free, or used by a process of this installation
  database       version, rights, size
  clock          the clock of this machine agrees with the database's
  connections    PostgreSQL allows as many as a process opens
  migrations     the database belongs to this version
  secret         it decrypts what is stored
  storage        files can be written and removed
  venue …        as quaestor venues check, in one line
  facts          the log and the process that writes it
  audit          the chain of the audit log is intact
  restore        the database was not restored from a backup, or that was released

ok works, WARNING deserves attention, FAILED must be fixed, unknown cannot be checked.
The exit code is 1 when something FAILED, else 0.

Examples:
  quaestor doctor --config quaestor.yaml
  quaestor doctor --data ./data            an installation in demo mode`;
