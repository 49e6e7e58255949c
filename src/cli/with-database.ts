import type { Command } from 'commander';
import { loadConfig, type Config } from '../config/index.ts';
import type { Context } from '../kernel/index.ts';
import { openDatabase, operatorContext, requireData, type OpenDatabase } from '../process/index.ts';
import type { Db } from '../platform/postgres/index.ts';
import { say } from './output.ts';

interface GlobalOptions {
  readonly config?: string;
  readonly data?: string;
}

/** Loads the configuration from the global options, the environment and the file. */
export function configOf(command: Command, flags: Readonly<Record<string, string>> = {}): Config {
  const { config: file, data } = command.optsWithGlobals<GlobalOptions>();
  return loadConfig({ file, env: process.env, flags: { ...flags, ...(data !== undefined && { data }) } });
}

/** Like `configOf`, for commands that work on an existing installation: a misspelt --data must not create another. */
export function configOfExisting(command: Command): Config {
  const config = configOf(command);
  requireData(config);
  return config;
}

/** Runs an action on the database as the person at the terminal, even while a server is running. */
export async function withDatabase<T>(
  command: Command,
  action: (context: Context<Db>, opened: OpenDatabase, config: Config) => Promise<T>,
  { mayCreate = false } = {},
): Promise<T> {
  const config = mayCreate ? configOf(command) : configOfExisting(command);
  const opened = await openDatabase(config, { own: false, say });
  try {
    return await action(operatorContext(opened.database.db), opened, config);
  } finally {
    await opened.close();
  }
}
