import { Command } from 'commander';
import { addAuditCommands } from './audit.ts';
import { addCreditCommand } from './credit.ts';
import { addCredentialCommands, addKeyCommands } from './credentials.ts';
import { addPeopleCommands } from './people.ts';
import { addDemoCommands } from './demo.ts';
import { addDoctorCommand } from './doctor.ts';
import { addFactsCommands } from './facts.ts';
import { addImportCommand } from './import.ts';
import { addJobCommands } from './jobs.ts';
import { addMigrateCommand, addServeCommand } from './serve.ts';
import { addReconcileCommands } from './reconcile.ts';
import { addVenueCommands } from './venues.ts';
import { VERSION } from '../version.ts';

/** The command line: every command, with its flags and its help. */
export function createProgram(): Command {
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
  return program;
}
