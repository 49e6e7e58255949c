import { Command } from 'commander';
import { VERSION } from '../version.ts';

type Declare = (command: Command) => void;

/** What each command is for, and where its flags and its work are declared. */
const COMMANDS: Readonly<Record<string, readonly [description: string, load: () => Promise<Declare>]>> = {
  serve: [
    'run the services and the background jobs of this process',
    async () => (await import('./serve.ts')).addServe,
  ],
  migrate: [
    'migrate the database to this version (serve does so too)',
    async () => (await import('./serve.ts')).addMigrate,
  ],
  import: [
    'import facts from a file: .ndjson, .jsonl or .csv (each also with .gz), .parquet or .xlsx',
    async () => (await import('./import.ts')).addImport,
  ],
  facts: [
    'the log of accepted facts and the stores built from it',
    async () => (await import('./facts.ts')).addFacts,
  ],
  credit: [
    'credit what partners earned to their wallets; the server does so every night for the day before',
    async () => (await import('./credit.ts')).addCredit,
  ],
  demo: [
    'generated data for demonstrations and measurements',
    async () => (await import('./demo.ts')).addDemo,
  ],
  credentials: [
    'manage the clients and people who may call the services',
    async () => (await import('./credentials.ts')).addCredentials,
  ],
  people: [
    'manage the people who sign in to the console',
    async () => (await import('./people.ts')).addPeople,
  ],
  keys: ['manage the keys that sign tokens', async () => (await import('./credentials.ts')).addKeys],
  'personal-data': [
    'who receives withdrawals, as it is encrypted',
    async () => (await import('./personal-data.ts')).addPersonalData,
  ],
  audit: ['the log of every change', async () => (await import('./audit.ts')).addAudit],
  jobs: ['manage background jobs', async () => (await import('./jobs.ts')).addJobs],
  venues: ['the accounts at exchanges', async () => (await import('./venues.ts')).addVenues],
  reconcile: [
    'compare what the venues have recorded with what is recorded here',
    async () => (await import('./reconcile.ts')).addReconcile,
  ],
  doctor: [
    'check what this installation needs, and say how to fix what is wrong',
    async () => (await import('./doctor.ts')).addDoctor,
  ],
  completion: [
    'complete commands with the Tab key in bash, zsh or fish',
    async () => (await import('./completion.ts')).addCompletion,
  ],
};

/**
 * The command line for these words. Only the commands that they name have their flags: to load what all of them need
 * takes longer than to print the help.
 */
export async function createProgram(words: readonly string[]): Promise<Command> {
  const program = new Command('quaestor')
    .description(
      'A back office for firms that trade on several venues and pay partners for the clients they bring.',
    )
    .version(VERSION)
    .option('--config <file>', 'configuration file, YAML or JSON (see quaestor.example.yaml)')
    .option('--data <folder>', 'folder for everything kept on this machine')
    .configureHelp({ showGlobalOptions: true })
    .showSuggestionAfterError();

  for (const [name, [description, load]] of Object.entries(COMMANDS)) {
    const command = program.command(name).description(description);
    if (words.includes(name)) (await load())(command);
  }
  return program;
}

/** The names of all commands. */
export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);
