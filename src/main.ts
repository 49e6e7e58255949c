#!/usr/bin/env node
import { Command } from 'commander';
import { addAuditCommands } from './cli/audit.ts';
import { addCreditCommand } from './cli/credit.ts';
import { addCredentialCommands, addKeyCommands } from './cli/credentials.ts';
import { addPeopleCommands } from './cli/people.ts';
import { addDemoCommands } from './cli/demo.ts';
import { addDoctorCommand } from './cli/doctor.ts';
import { addFactsCommands } from './cli/facts.ts';
import { addImportCommand } from './cli/import.ts';
import { addJobCommands } from './cli/jobs.ts';
import { addMigrateCommand, addServeCommand, rejectFlagsTakenByNpm } from './cli/serve.ts';
import { addReconcileCommands } from './cli/reconcile.ts';
import { reportError } from './cli/output.ts';
import { addVenueCommands } from './cli/venues.ts';
import { VERSION } from './version.ts';

const program = new Command('quaestor')
  .description(
    'A back office for firms that trade on several venues and pay partners for the clients they bring.',
  )
  .version(VERSION)
  .option('--config <file>', 'configuration file, YAML or JSON (see quaestor.example.yaml)')
  .option('--data <folder>', 'folder for everything kept on this machine')
  .configureHelp({ showGlobalOptions: true })
  .showSuggestionAfterError();

addServeCommand(program);
addMigrateCommand(program);
addImportCommand(program);
addFactsCommands(program);
addCreditCommand(program);
addDemoCommands(program);
addCredentialCommands(program);
addPeopleCommands(program);
addKeyCommands(program);
addAuditCommands(program);
addJobCommands(program);
addVenueCommands(program);
addReconcileCommands(program);
addDoctorCommand(program);

try {
  rejectFlagsTakenByNpm(process.env);
  await program.parseAsync();
} catch (error) {
  process.exitCode = reportError(error);
}
