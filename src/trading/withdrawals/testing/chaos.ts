import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, migrate, type Db } from '../../../platform/postgres/index.ts';
import { bundle } from '../../../testing/bundle.ts';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import type { ExchangeControl } from '../../../../exchange/testing/control.ts';
import { spawnExchange } from '../../../../exchange/testing/spawn.ts';
import { compare, type ChaosReport } from './compare.ts';
import { ask } from './load.ts';
import { Random } from './random.ts';
import { allowAll, rest } from './rest.ts';
import type { ServerOptions } from './serve.ts';
import { startServer, type Server } from './start-server.ts';

interface ChaosOptions {
  /** An empty database. */
  readonly databaseUrl: string;
  readonly kills: number;
  /** It goes on after the last kill until so many have ended, some well and some not. */
  readonly endings: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

const SERVERS = 3;
const CLIENTS = 6;
/** More are never waited for, and a slow machine could not bring them to rest in time. */
const MOST_FOR_EACH_KILL = 20;
const CALL_TIMEOUT_MS = 500;
/** Bounded only so that a run that cannot succeed ends. */
const ENDINGS_WITHIN_MS = 120_000;

/**
 * Keeps servers under load while they are killed at random moments and the venue misbehaves, then lets everything
 * come to rest and compares what we hold with the venue's own books.
 */
export async function unleash({
  databaseUrl,
  kills,
  endings,
  seed,
  say,
}: ChaosOptions): Promise<ChaosReport> {
  const folder = makeFolder();
  const program = await bundle(join(import.meta.dirname, 'server.ts'));
  const directory = join(folder, 'exchange');
  const exchange = await spawnExchange({ directory, profile: 'aurora', seed: String(seed) });
  const database = connect({
    url: databaseUrl,
    poolSize: 2,
    statementTimeoutMs: 30_000,
    applicationName: 'chaos',
  });
  const servers = new Map<number, Server>();
  try {
    await migrate(database);
    await allowAll(database.db);
    await exchange.control.pace({ withdrawalDelayMs: 100, latencyMs: 0 });
    await trouble(exchange.control, seed);
    const options: ServerOptions = {
      databaseUrl,
      exchangeUrl: exchange.baseUrl,
      callTimeoutMs: CALL_TIMEOUT_MS,
    };
    const slots = Array.from({ length: SERVERS }, (_, slot) => slot);
    const start = async (slot: number) => servers.set(slot, await startServer(program.path, options));
    await Promise.all(slots.map(start));

    const random = new Random(seed);
    const stopping = new AbortController();
    const accepted = new Set<string>();
    const ports = () => [...servers.values()].map(({ port }) => port);
    const clients = Array.from({ length: CLIENTS }, (_, client) =>
      ask({
        client,
        random: new Random(seed * 1_000 + client),
        ports,
        accepted,
        statuses: new Set(),
        signal: stopping.signal,
        most: kills * MOST_FOR_EACH_KILL,
      }),
    );
    let left = kills;
    await Promise.all(
      slots.map(async (slot) => {
        while (left > 0) {
          left -= 1;
          await atWork(accepted, 1 + random.below(5));
          await sleep(random.below(100));
          await servers.get(slot)?.kill();
          servers.delete(slot);
          await start(slot);
          if (left % 100 === 0) say(`${left} kills left, ${accepted.size} withdrawals accepted`);
        }
      }),
    );
    for (const deadline = performance.now() + ENDINGS_WITHIN_MS; performance.now() < deadline;) {
      if (await haveEnded(database.db, endings)) break;
      await sleep(200);
    }
    stopping.abort();
    await Promise.all(clients);
    await exchange.control.clearFaults();
    await rest(database.db);
    return await compare(database.db, exchange.control, accepted);
  } finally {
    await Promise.all([...servers.values()].map((server) => server.kill()));
    await exchange.kill('SIGKILL');
    await database.close();
    await Promise.all([removeFolder(folder), program.remove()]);
  }
}

async function haveEnded(db: Db, endings: number): Promise<boolean> {
  const counts = await db
    .selectFrom('withdrawal')
    .select(({ fn }) => ['status', fn.countAll<string>().as('count')])
    .where('status', 'in', ['COMPLETED', 'FAILED'])
    .groupBy('status')
    .execute();
  return counts.length === 2 && counts.reduce((sum, { count }) => sum + Number(count), 0) >= endings;
}

/** Waits until so many more have been accepted, but not for long. */
async function atWork(accepted: ReadonlySet<string>, more: number): Promise<void> {
  const wanted = accepted.size + more;
  for (let waits = 0; accepted.size < wanted && waits < 100; waits++) await sleep(10);
}

async function trouble(control: ExchangeControl, seed: number): Promise<void> {
  const faults = [
    ['withdraw', { type: 'drop' }, 0.1],
    ['withdraw', { type: 'lose' }, 0.1],
    ['withdraw', { type: 'errorAfterwards' }, 0.05],
    ['withdraw', { type: 'delay', ms: CALL_TIMEOUT_MS + 100 }, 0.02],
    ['withdraw', { type: 'failLater', reason: 'The address is blocked.' }, 0.1],
    ['withdraw', { type: 'refuse', status: 422, code: 'insufficient_balance', message: 'Too little.' }, 0.05],
    ['findWithdrawal', { type: 'lose' }, 0.1],
    ['findWithdrawal', { type: 'error' }, 0.1],
  ] as const;
  for (const [operation, fault, probability] of faults) {
    await control.fault({ operation, fault, probability, seed: `${seed} ${operation} ${fault.type}` });
  }
}
