import { readFile, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { availableParallelism, userInfo } from 'node:os';
import type { Config } from './config/index.ts';
import { newTraceId, systemClock, type Actor, type Context } from './kernel/index.ts';
import { ledgerGuard, prepareCrediting } from './partner/crediting/index.ts';
import { openFacts, type Facts } from './partner/facts/index.ts';
import { rewardDerivation } from './partner/rewards/index.ts';
import { sealAudit } from './platform/audit/index.ts';
import { createSecrets, SCOPES, type Secrets } from './platform/auth/index.ts';
import {
  connect,
  isConnectionError,
  migrate,
  openEmbedded,
  startEmbedded,
  type Database,
} from './platform/postgres/index.ts';

/** A migrated database, wherever it runs. */
export interface Opened {
  readonly database: Database;
  /** Where it runs, in words for people. */
  readonly place: string;
  close(): Promise<void>;
}

/** `own` makes this process the one that keeps the embedded server; otherwise it may be another's guest. */
export async function openDatabase(
  config: Config,
  { own, say }: { own: boolean; say: (line: string) => void },
): Promise<Opened> {
  const server = config.database.url === '' ? await openServer(config.data, own, say) : undefined;
  const database = connect({
    url: server?.url ?? config.database.url,
    poolSize: config.database.poolSize,
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
    throw server ? error : explained(error);
  }
}

/** Of a login or a database that is not there. */
const REFUSALS = /^(28|3D)/;

function explained(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const isRefused = 'code' in error && REFUSALS.test(String(error.code));
  return isRefused || isConnectionError(error)
    ? new Error(`The database cannot be opened: ${error.message}. Check database.url.`, { cause: error })
    : error;
}

const FACT_READERS = 8;

/** Where the facts are kept; only their owner may enter. */
export const factsFolder = (config: Config): string => join(config.data, 'facts');

/** The fact store of this installation: one process at a time has it open. */
export async function openFactStore(config: Config): Promise<Facts> {
  makeDataFolder(config.data);
  const facts = await openFacts({
    path: join(factsFolder(config), 'facts.duckdb'),
    spillFolder: join(factsFolder(config), 'spill'),
    threads: availableParallelism(),
    memoryLimitBytes: config.facts.memoryMib * 2 ** 20,
    readers: FACT_READERS,
    derivations: [rewardDerivation],
    guards: [ledgerGuard],
  });
  await prepareCrediting(facts);
  return facts;
}

/** Others may pass through to what is theirs, as the account the database runs under must; they cannot look around. */
export function makeDataFolder(dataFolder: string): void {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o711 });
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`The data folder cannot be made: ${message}. Choose another with --data.`, {
      cause: error,
    });
  }
}

async function openServer(dataFolder: string, own: boolean, say: (line: string) => void) {
  makeDataFolder(dataFolder);
  return own ? startEmbedded({ dataFolder, say }) : openEmbedded({ dataFolder, say });
}

/** The keys this installation is sealed with. In demo mode the root secret is made at first start and kept in the data folder. */
export async function openSecrets(config: Config): Promise<Secrets> {
  return createSecrets(config.secret === '' ? await demoSecret(config.data) : config.secret);
}

async function demoSecret(dataFolder: string): Promise<string> {
  const path = join(dataFolder, 'secret');
  try {
    // Only one of several processes creates it; all read it.
    await writeFile(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(path, 'utf8');
}

/** The person at the command line: whoever can reach the database may do everything. */
export function operatorContext<T>(db: T): Context<T> {
  const scopes = new Set(Object.values(SCOPES).flatMap((scopes) => Object.keys(scopes)));
  const actor: Actor = { kind: 'operator', id: userInfo().username, tenant: 'default', scopes };
  return { actor, db, clock: systemClock, traceId: newTraceId(), signal: new AbortController().signal };
}
