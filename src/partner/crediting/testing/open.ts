import { join } from 'node:path';
import { openFacts, type Facts } from '../../facts/index.ts';
import { rewardDerivation } from '../../rewards/index.ts';
import { ledgerGuards, prepareCrediting } from '../index.ts';

/** The fact store of a folder, ready for crediting. */
export async function openFolder(folder: string): Promise<Facts> {
  const facts = await openFacts({
    path: join(folder, 'facts.duckdb'),
    spillFolder: join(folder, 'spill'),
    threads: 2,
    memoryLimitBytes: 512 * 2 ** 20,
    readers: 2,
    derivations: [rewardDerivation],
    guards: ledgerGuards,
  });
  await prepareCrediting(facts);
  return facts;
}
