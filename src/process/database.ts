import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/index.ts';
import { sealAudit } from '../platform/audit/index.ts';
import {
  connect,
  isConnectionError,
  migrate,
  openEmbedded,
  startEmbedded,
  type Database,
} from '../platform/postgres/index.ts';
import { makeDataFolder } from './data-folder.ts';

/** A database, wherever it runs. */
export interface OpenDatabase {
  readonly database: Database;
  /** Where it runs, in words for people. */
  readonly place: string;
  close(): Promise<void>;
}

/** Of the connections: lists have them to themselves, and leave the others to commands, tokens and readiness. */
const READ_SHARE = 0.4;

/** How the connections of `database.poolSize` are shared; either part has at least one. */
export function poolsOf(poolSize: number): { main: number; lists: number } {
  const lists = Math.max(1, Math.floor(poolSize * READ_SHARE));
  return { main: Math.max(1, poolSize - lists), lists };
}

interface OpenOptions {
  /** Makes this process the owner of the embedded server; without it, another process may own it. */
  readonly own: boolean;
  readonly say: (line: string) => void;
  /** Waits for a database that is not up yet, until it is aborted. */
  readonly waits?: AbortSignal;
}

const RETRY_MS = 1_000;

/** Opens the database and migrates it to this version. */
export async function openDatabase(config: Config, options: OpenOptions): Promise<OpenDatabase> {
  const opened = await connectDatabase(config, options);
  const { database, place } = opened;
  const close = async (): Promise<void> => {
    await sealAudit(database.db).catch(() => {});
    await opened.close();
  };
  try {
    await whenUp(() => migrate(database, undefined, options.say), config, options);
    await sealAudit(database.db);
    return { database, place, close };
  } catch (error) {
    await opened.close();
    throw explainFailure(config, error);
  }
}

async function whenUp(
  use: () => Promise<unknown>,
  config: Config,
  { say, waits }: OpenOptions,
): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      await use();
      return;
    } catch (error) {
      if (!waits || config.database.url === '' || !isConnectionError(error)) throw error;
      if (attempts === 1)
        say(`The database does not answer yet: ${(error as Error).message}. Waiting for it.`);
      await sleep(RETRY_MS, undefined, { signal: waits });
    }
  }
}

/** Opens the database as it is. */
export async function connectDatabase(config: Config, { own, say }: OpenOptions): Promise<OpenDatabase> {
  const server = config.database.url === '' ? await openServer(config.data, own, say) : undefined;
  const { main, lists } = poolsOf(config.database.poolSize);
  const database = connect({
    url: server?.url ?? config.database.url,
    poolSize: main,
    readPoolSize: lists,
    statementTimeoutMs: config.database.statementTimeoutMs,
    applicationName: `quaestor ${config.roles.join(',')}`,
  });
  return {
    database,
    place: server ? 'the embedded PostgreSQL' : 'an external PostgreSQL',
    async close() {
      await database.close();
      await server?.stop();
    },
  };
}

async function openServer(dataFolder: string, own: boolean, say: (line: string) => void) {
  makeDataFolder(dataFolder);
  return own ? startEmbedded({ dataFolder, say }) : openEmbedded({ dataFolder, say });
}

/** SQLSTATE classes of a refused login and of a missing database. */
const REFUSALS = /^(28|3D)/;

/** Adds what to check to the error of a database that cannot be opened. */
export function explainFailure({ database }: Config, error: unknown): unknown {
  if (database.url === '' || !(error instanceof Error)) return error;
  const isRefused = 'code' in error && REFUSALS.test(String(error.code));
  return isRefused || isConnectionError(error)
    ? new Error(`The database cannot be opened: ${error.message}. Check database.url.`, { cause: error })
    : error;
}
