import { setTimeout as sleep } from 'node:timers/promises';
import { loadFirstDemo } from '../../partner/demo/index.ts';
import { factsContext, watchLog, type Facts } from '../../partner/facts/handle/index.ts';
import { InUse } from '../../platform/duckdb/index.ts';
import { operatorContext } from '../context.ts';
import { openFactStore } from './open.ts';
import type { Parts } from '../parts.ts';
import { peerAddress } from '../public-url.ts';
import type { Resources } from '../resources.ts';
import { startUpkeep } from './upkeep.ts';

interface FactsStart extends Pick<Resources, 'config' | 'database' | 'storage' | 'logger'> {
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** How long a start waits for the fact store. */
const READY_WITHIN_MS = 10_000;

/** How long a start waits for a command that uses the fact store. */
const FREE_WITHIN_MS = 60_000;
const FREE_CHECK_MS = 500;

/** The fact store, which in demo mode is not empty. One that takes long to make is not waited for. */
export async function startFacts(
  parts: Parts,
  { config, database, storage, logger, say, signal }: FactsStart,
): Promise<Facts> {
  const onError = (error: unknown) => logger.error({ err: error }, 'the fact store failed and tries again');
  const { db, url } = database;
  const open = () => openFactStore(config, { db, storage, address: peerAddress(config), onError });
  const facts = await parts.open(whenFree(open, say, signal), (opened) => opened.close());
  const ready = facts.ready.then(
    () => true,
    (error: unknown) => {
      onError(error);
    },
  );
  const isReady = await Promise.race([ready, sleep(READY_WITHIN_MS, undefined, { ref: false })]);
  if (!isReady) say('The fact store is being made from the log; until then reports answer 503.');
  else if (config.demo && facts.lease.epoch !== undefined)
    await loadFirstDemo(factsContext(operatorContext(db), facts), {
      ...config.disbursements,
      issuer: config.selfBilling,
    });
  await parts.open(watchLog(facts, { url, onError }), (watching) => watching.stop());
  await parts.open(startUpkeep(facts, logger), (upkeep) => upkeep.stop());
  return facts;
}

/** A command such as `import` may use the store for a while. */
async function whenFree<T>(open: () => Promise<T>, say: FactsStart['say'], signal: AbortSignal): Promise<T> {
  for (const deadline = performance.now() + FREE_WITHIN_MS; ;) {
    try {
      return await open();
    } catch (error) {
      if (!(error instanceof InUse) || performance.now() > deadline) throw error;
      if (deadline - performance.now() > FREE_WITHIN_MS - FREE_CHECK_MS)
        say(`${error.message} Waiting for it.`);
      await sleep(FREE_CHECK_MS, undefined, { signal });
    }
  }
}
