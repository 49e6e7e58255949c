import { join } from 'node:path';
import type { Config } from './config/index.ts';
import { factsFolder, openDatabase, openFactStore, operatorContext } from './open.ts';
import { closeDays } from './partner/crediting/index.ts';
import { loadDemo, type DemoInput } from './partner/demo/index.ts';
import { fileSource, ingest, type Facts } from './partner/facts/index.ts';
import { callLocal, listenLocal, type LocalCommands } from './platform/local/index.ts';
import type { Db } from './platform/postgres/index.ts';
import type { Logger } from './platform/telemetry/index.ts';

interface ImportInput {
  readonly kind: string;
  /** Absolute, because the process that reads the file may run in another folder. */
  readonly path: string;
}

interface CreditInput {
  readonly through: string;
}

/** Lends the database for as long as it takes. */
type WithDb = <T>(action: (db: Db) => Promise<T>) => Promise<T>;

/** What the command line does with the facts. Only the process that has them open can do it. */
const factCommands = (facts: Facts, withDb: WithDb): LocalCommands => ({
  async import({ input, signal, tell }) {
    const { kind, path } = input as ImportInput;
    const source = await fileSource(path);
    return ingest({ ...operatorContext(facts), signal }, { kind, source, onProgress: tell });
  },
  'demo load': ({ input, signal, tell }) =>
    loadDemo({ ...operatorContext(facts), signal }, { ...(input as DemoInput), onProgress: tell }),
  credit: ({ input, signal, tell }) =>
    withDb((db) =>
      closeDays({ ...operatorContext(db), signal }, facts, { ...(input as CreditInput), onPayout: tell }),
    ),
});

const socketPath = (config: Config): string => join(factsFolder(config), 'desk.sock');

/** Serves the command line in the process that has the facts open. */
export function openDesk(
  config: Config,
  { facts, db, logger }: { facts: Facts; db: Db; logger: Logger },
): Promise<{ close(): Promise<void> }> {
  const commands = factCommands(facts, (action) => action(db));
  return listenLocal({ path: socketPath(config), commands, logger });
}

export interface DeskCall {
  readonly name: string;
  readonly input: object;
  readonly onProgress: (progress: unknown) => void;
}

/** Has a command done by the server when one runs on this data folder, and does it here when none does. */
export async function askDesk(config: Config, { name, input, onProgress }: DeskCall): Promise<unknown> {
  const answered = await callLocal({ path: socketPath(config), name, input, onProgress });
  if (answered) return answered.result;
  const facts = await openFactStore(config);
  try {
    const { signal } = new AbortController();
    const commands = factCommands(facts, (action) => withDatabase(config, action));
    return await commands[name]?.({ input, signal, tell: onProgress });
  } finally {
    await facts.database.close();
  }
}

async function withDatabase<T>(config: Config, action: (db: Db) => Promise<T>): Promise<T> {
  const opened = await openDatabase(config, { own: false, say: () => {} });
  try {
    return await action(opened.database.db);
  } finally {
    await opened.close();
  }
}
