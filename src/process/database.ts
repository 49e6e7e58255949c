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

/** A migrated database, wherever it runs. */
export interface OpenDatabase {
  readonly database: Database;
  /** Where it runs, in words for people. */
  readonly place: string;
  close(): Promise<void>;
}

/** Of the connections: lists have them to themselves, and leave the others to commands, tokens and readiness. */
const READ_SHARE = 0.4;

/** `own` makes this process the owner of the embedded server; without it, another process may own it. */
export async function openDatabase(
  config: Config,
  { own, say }: { own: boolean; say: (line: string) => void },
): Promise<OpenDatabase> {
  const server = config.database.url === '' ? await openServer(config.data, own, say) : undefined;
  const readPoolSize = Math.max(1, Math.floor(config.database.poolSize * READ_SHARE));
  const database = connect({
    url: server?.url ?? config.database.url,
    poolSize: Math.max(1, config.database.poolSize - readPoolSize),
    readPoolSize,
    statementTimeoutMs: config.database.statementTimeoutMs,
    applicationName: `quaestor ${config.roles.join(',')}`,
  });
  const close = async (): Promise<void> => {
    await sealAudit(database.db).catch(() => {});
    await database.close();
    await server?.stop();
  };
  try {
    await migrate(database);
    await sealAudit(database.db);
    return { database, place: server ? 'the embedded PostgreSQL' : 'an external PostgreSQL', close };
  } catch (error) {
    await database.close();
    await server?.stop();
    throw server ? error : explain(error);
  }
}

async function openServer(dataFolder: string, own: boolean, say: (line: string) => void) {
  makeDataFolder(dataFolder);
  return own ? startEmbedded({ dataFolder, say }) : openEmbedded({ dataFolder, say });
}

/** SQLSTATE classes of a refused login and of a missing database. */
const REFUSALS = /^(28|3D)/;

function explain(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isRefused = 'code' in error && REFUSALS.test(String(error.code));
  return isRefused || isConnectionError(error)
    ? new Error(`The database cannot be opened: ${error.message}. Check database.url.`, { cause: error })
    : error;
}
