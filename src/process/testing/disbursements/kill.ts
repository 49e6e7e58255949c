import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '../../../trading/withdrawals/testing/random.ts';
import { until } from '../partners.ts';
import { begin } from './begin.ts';
import { checkNow, compare } from './compare.ts';
import { STEPS, vote } from './load.ts';
import { openWorld, PATIENCE_MS, type World } from './open.ts';

interface KillOptions {
  readonly databaseUrl: string;
  readonly kills: number;
  readonly seed: number;
  readonly say?: (line: string) => void;
}

interface KillReport {
  /** How many requests were sent again because they had no answer. */
  readonly repeated: number;
  /** How many disbursements ended how, such as `chain PAID`. */
  readonly endings: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
}

/** More could not all be voted on in time. */
const REQUESTS_PER_KILL = 25;

/**
 * Kills a product at random moments while partners ask for money, managers approve it, and a bank, another payment
 * system and the product's own trading service pay it. Callers repeat what has no answer. Then all books are compared.
 */
export async function killDisbursements({ databaseUrl, kills, seed, say }: KillOptions): Promise<KillReport> {
  const world = await openWorld(databaseUrl, seed);
  const { caller, requested, faults } = world;
  const stopping = new AbortController();
  const workers: Promise<void>[] = [];
  try {
    await begin(world);
    world.allowed = REQUESTS_PER_KILL;
    workers.push(...STEPS.map((step, index) => work(step, new Random(seed * 1_000 + index))));
    const random = new Random(seed);
    for (let kill = 0; kill < kills; kill++) {
      const wanted = caller.answered + 5 + random.below(40);
      await Promise.race([
        until(async () => caller.answered >= wanted || stopping.signal.aborted, PATIENCE_MS),
        ...workers,
      ]);
      await sleep(random.below(60));
      await restart(world);
      world.allowed += REQUESTS_PER_KILL;
      say?.(
        `${kills - kill - 1} kills left, ${requested.size} disbursements, ${caller.repeated} requests repeated`,
      );
    }
    stopping.abort();
    await Promise.all(workers);
    await rest(world, new Random(seed));
    return { repeated: caller.repeated, endings: await compare(world), faults };
  } finally {
    caller.end();
    stopping.abort();
    await Promise.allSettled(workers);
    await world.close();
  }

  /** Does a step again and again. */
  async function work(step: (typeof STEPS)[number], random: Random): Promise<void> {
    while (!stopping.signal.aborted) {
      await step(world, random);
      await sleep(10);
    }
  }
}

async function restart(world: World): Promise<void> {
  await world.group.first.kill();
  await world.group.first.start();
  await checkNow(world);
}

/** Until the trading service has paid or refused everything. Each start asks about all of it at once. */
async function rest(world: World, random: Random): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let looks = 1; performance.now() < deadline; looks++) {
    await vote(world, random);
    const [open] = await world.sql`
      select (select count(*)::int from disbursement_withdrawal where ended_at is null) as payments,
        (select count(*)::int from withdrawal where status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED')) as withdrawals`;
    if (open?.['payments'] === 0) return;
    if (open?.['withdrawals'] === 0 && looks % 40 === 0) await restart(world);
  }
  world.faults.push('The payments on chain did not come to an end.');
}
