import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { replicasOf, type Config } from '../../config/index.ts';
import { creditingProjection, ledgerGuards } from '../../partner/crediting/index.ts';
import { openFacts, type Facts, type FactsOptions } from '../../partner/facts/handle/index.ts';
import { rewardDerivation } from '../../partner/rewards/index.ts';
import { namesProjection } from '../../partner/wallets/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { makeDataFolder, openSecrets } from '../data-folder.ts';
import { openDatabase } from '../database.ts';
import { openFiles } from '../files.ts';

const FACT_READERS = 8;

/** Only its owner can enter. */
export const factsFolder = (config: Config): string => join(config.data, 'facts');

export interface FactStoreOptions {
  readonly db: Db;
  readonly storage: Storage;
  /** Where other processes reach this one, if they can. */
  readonly address?: string;
  readonly onError?: (error: unknown) => void;
}

/** Opens the fact store of this data folder; each process has a data folder of its own. */
export function openFactStore(config: Config, options: FactStoreOptions): Promise<Facts> {
  makeDataFolder(config.data);
  return openFacts({
    ...options,
    folder: factsFolder(config),
    threads: availableParallelism(),
    memoryLimitBytes: config.facts.memoryMib * 2 ** 20,
    readers: FACT_READERS,
    clickhouse: clickhouseOf(config),
    derivations: [rewardDerivation],
    guards: ledgerGuards,
    projections: [creditingProjection, namesProjection],
  });
}

function clickhouseOf({ facts }: Config): FactsOptions['clickhouse'] {
  if (facts.engine !== 'clickhouse') return undefined;
  return {
    nodes: facts.clickhouseNodes.map(replicasOf),
    name: facts.clickhouseCluster,
    isReplicated: facts.clickhouseReplicated,
    username: facts.clickhouseUser,
    password: facts.clickhousePassword,
    database: facts.clickhouseDatabase,
    connections: FACT_READERS,
  };
}

/** Opens the facts for an action, together with what they need, in a process that serves nothing. */
export async function withFacts<T>(config: Config, action: (facts: Facts) => Promise<T>): Promise<T> {
  const opened = await openDatabase(config, { own: false, say: () => {} });
  try {
    const storage = await openFiles(config, await openSecrets(config));
    const facts = await openFactStore(config, { db: opened.database.db, storage });
    try {
      await facts.ready;
      return await action(facts);
    } finally {
      await facts.close();
    }
  } finally {
    await opened.close();
  }
}
