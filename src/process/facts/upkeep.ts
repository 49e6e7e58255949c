import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock, newTraceId } from '../../kernel/index.ts';
import { tidyPayouts } from '../../partner/crediting/index.ts';
import { compact, type Facts } from '../../partner/facts/handle/index.ts';
import type { Logger } from '../../platform/telemetry/index.ts';

const DAY_MS = 86_400_000;
/** 03:23 UTC. */
const TIME_OF_DAY_MS = (3 * 60 + 23) * 60_000;

/** Puts the store of this process in order every night. Each process does so for itself, because each has a store. */
export function startUpkeep(facts: Facts, logger: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = async (): Promise<void> => {
    for (;;) {
      await sleep(untilNight(Date.now()), undefined, { signal, ref: false });
      const actor = { kind: 'system', id: 'upkeep', tenant: 'system', scopes: new Set<string>() } as const;
      const context = { actor, clock: systemClock, db: facts.db, facts, traceId: newTraceId(), signal };
      await compact(context)
        .then(() => tidyPayouts(context))
        .catch((error: unknown) => logger.error({ err: error }, 'the fact store could not be put in order'));
    }
  };
  const working = work().catch(() => {});
  return {
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

const untilNight = (now: number): number => DAY_MS - ((now - TIME_OF_DAY_MS) % DAY_MS);
