import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../config/index.ts';
import { ledgerGuards, prepareCrediting } from '../partner/crediting/index.ts';
import { openFacts, type Facts } from '../partner/facts/index.ts';
import { rewardDerivation } from '../partner/rewards/index.ts';
import { makeDataFolder } from './data-folder.ts';

const FACT_READERS = 8;

/** Only its owner can enter. */
export const factsFolder = (config: Config): string => join(config.data, 'facts');

/** Opens the fact store of this installation, which one process at a time can do. */
export async function openFactStore(config: Config): Promise<Facts> {
  makeDataFolder(config.data);
  const facts = await openFacts({
    path: join(factsFolder(config), 'facts.duckdb'),
    spillFolder: join(factsFolder(config), 'spill'),
    threads: availableParallelism(),
    memoryLimitBytes: config.facts.memoryMib * 2 ** 20,
    readers: FACT_READERS,
    derivations: [rewardDerivation],
    guards: ledgerGuards,
  });
  await prepareCrediting(facts);
  return facts;
}
