import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../../config/index.ts';
import { Problem, systemClock } from '../../kernel/index.ts';
import type { PayoutAnswer } from '../../partner/crediting/index.ts';
import { sendDemo, type DemoBatch, type DemoInput } from '../../partner/demo/index.ts';
import type { Facts } from '../../partner/facts/handle/index.ts';
import type { Summary } from '../../partner/facts/intake/index.ts';
import { findWriter } from '../../partner/facts/log/index.ts';
import type { FactsStatus, LogReader } from '../../partner/facts/reading/index.ts';
import type { RebuildProgress } from '../../partner/facts/store/index.ts';
import { InUse, openDuckdb } from '../../platform/duckdb/index.ts';
import { openSecrets } from '../data-folder.ts';
import { openDatabase } from '../database.ts';
import { at, hereWith, type FactPlace, type ImportInput } from './place.ts';
import { factsFolder, openFactStore, type FactStoreOptions } from './open.ts';
import { openFiles } from '../files.ts';
import { Writer } from './writer.ts';

/** What the command line does with facts. */
export interface FactCommands {
  import(input: ImportInput): Promise<Summary>;
  credit(input: { readonly through: string }): Promise<readonly PayoutAnswer[]>;
  loadDemo(input: DemoInput): Promise<Record<string, number>>;
  status(): Promise<FactsStatus>;
  hasPartner(uid: string): Promise<boolean>;
  rebuild(onProgress: OnRebuild): Promise<void>;
}

type OnRebuild = (progress: RebuildProgress) => void;

interface CommandOptions {
  /** The partner process to ask, if it is not the one that writes. */
  readonly address?: string | undefined;
  /** Whether a data folder without a fact store gets one. */
  readonly mayCreate?: boolean;
}

/** As long as a process needs to take the lease over from one that died. */
const WAIT_MS = 5_000;
const RETRY_EVERY_MS = 200;
const WATCH_EVERY_MS = 500;

/**
 * Runs commands in the process that writes facts, over HTTP. When there is none, this process takes the lease and works
 * on the log itself, with the store of its data folder.
 */
export async function withFactCommands<T>(
  config: Config,
  { address, mayCreate = false }: CommandOptions,
  action: (commands: FactCommands) => Promise<T>,
): Promise<T> {
  const opened = await openDatabase(config, { own: false, say: () => {} });
  try {
    const { db } = opened.database;
    const secrets = await openSecrets(config);
    const storage = await openFiles(config, secrets);
    for (const deadline = performance.now() + WAIT_MS; ;) {
      if (address !== undefined || (await findWriter(db)) !== undefined)
        return await action(commandsIn(at(new Writer({ db, secrets, address }), storage), config));
      const facts = await openOwnStore(config, { db, storage }, mayCreate).catch((error: unknown) => {
        // Another process may be about to take the lease over from one that died.
        if (!(error instanceof Problem) || performance.now() > deadline) throw error;
      });
      if (facts) return await withStore(config, facts, action);
      await sleep(RETRY_EVERY_MS);
    }
  } finally {
    await opened.close();
  }
}

async function withStore<T>(
  config: Config,
  facts: Facts,
  action: (commands: FactCommands) => Promise<T>,
): Promise<T> {
  try {
    await facts.ready;
    return await action(commandsIn(hereWith(facts), config));
  } finally {
    await facts.close();
  }
}

/** Rejects with a problem when this process cannot have a store. A command in a wrong folder must not make one there. */
async function openOwnStore(config: Config, log: FactStoreOptions, mayCreate: boolean): Promise<Facts> {
  if (!mayCreate && config.database.url !== '' && !existsSync(factsFolder(config)))
    throw new Problem(
      'unavailable',
      `No process writes facts, and there is no fact store in ${config.data}. Check --config and --data, or start quaestor serve.`,
    );
  return openFactStore(config, log).catch((error: unknown) => {
    throw error instanceof InUse ? new Problem('unavailable', error.message, { cause: error }) : error;
  });
}

const STATUS = { method: 'GET', path: '/api/manage/facts/status', scope: 'admin' } as const;
const REBUILD = { method: 'POST', path: '/api/manage/facts/rebuilds', scope: 'admin' } as const;
const CREDIT = { method: 'POST', path: '/api/manage/crediting/runs', scope: 'admin' } as const;
const PARTNER = { method: 'GET', path: '/api/manage/partners/:partner_uid', scope: 'program:view' } as const;

function commandsIn(place: FactPlace, config: Config): FactCommands {
  const status = async () => (await place.ask(STATUS)) as FactsStatus;
  const watchRebuild = async (signal: AbortSignal, onProgress: OnRebuild): Promise<void> => {
    while (await sleep(WATCH_EVERY_MS, true, { signal }).catch(() => false)) {
      // What is wrong with the process is for the command itself to find out.
      const found = await status().catch(() => undefined);
      if (found?.rebuilding) onProgress(found.rebuilding);
    }
  };
  return {
    import: (input) => place.import(input),
    async credit({ through }) {
      const { payouts } = (await place.ask(CREDIT, { body: { through } })) as { payouts: PayoutAnswer[] };
      return payouts;
    },
    loadDemo: (input) =>
      withScratch(config, ({ database, folder }) => {
        const path = join(folder, 'batch.parquet');
        const store = async ({ kind, sql }: DemoBatch): Promise<Summary> => {
          await database.query(`copy (${sql}) to '${path.replaceAll("'", "''")}' (format parquet)`);
          return place.import({ kind, path });
        };
        return sendDemo(store, input, systemClock.now());
      }),
    status,
    async hasPartner(uid) {
      try {
        await place.ask(PARTNER, { params: { partner_uid: uid } });
        return true;
      } catch (error) {
        if (error instanceof Problem && error.code === 'not_found') return false;
        throw error;
      }
    },
    async rebuild(onProgress) {
      const done = new AbortController();
      const watching = watchRebuild(done.signal, onProgress);
      try {
        await place.ask(REBUILD);
      } finally {
        done.abort();
        await watching;
      }
    },
  };
}

/** Opens the log to read it, without a store, while any process may write to it. */
export async function withLog<T>(config: Config, action: (log: LogReader) => Promise<T>): Promise<T> {
  const opened = await openDatabase(config, { own: false, say: () => {} });
  try {
    const storage = await openFiles(config, await openSecrets(config));
    return await withScratch(config, ({ database, folder }) =>
      action({ db: opened.database.db, storage, spillFolder: folder, database }),
    );
  } finally {
    await opened.close();
  }
}

/** An engine in memory with a folder of its own, until the end of the action. */
async function withScratch<T>(
  { facts }: Config,
  action: (scratch: { database: LogReader['database']; folder: string }) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-'));
  const database = await openDuckdb({
    path: ':memory:',
    threads: availableParallelism(),
    memoryLimitBytes: facts.memoryMib * 2 ** 20,
    spillFolder: folder,
    readers: 1,
  });
  try {
    return await action({ database, folder });
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}
