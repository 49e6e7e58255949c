import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { enqueue } from '../../../platform/jobs/index.ts';
import { connect, migrate, type Db } from '../../../platform/postgres/index.ts';
import { bundle } from '../../../testing/bundle.ts';
import type { ExchangeControl } from '../../../../exchange/testing/control.ts';
import { charging, stillProfile } from '../../../../exchange/testing/profile.ts';
import { depositJobs } from '../../deposits/index.ts';
import { answerOf, patient } from '../../venues/testing/acceptance/calls.ts';
import { startTestExchange } from '../../venues/testing/start.ts';
import { withdrawalJobs } from '../../withdrawals/index.ts';
import { Random } from '../../withdrawals/testing/random.ts';
import { allowAll } from '../../withdrawals/testing/rest.ts';
import { startServer, type Server } from '../../withdrawals/testing/start-server.ts';
import { transferJobs } from '../index.ts';
import { Chains, movedIn, type Place } from './chains.ts';
import { behind, compareRecords, compareSums, findFaults, type InFlight } from './compare.ts';
import { ask } from './load.ts';
import type { ServerOptions } from './server.ts';

interface ChaosOptions {
  /** An empty database, or one that is migrated. */
  readonly databaseUrl: string;
  readonly kills: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

interface ChaosReport {
  readonly accepted: number;
  /** How often the sums were compared. */
  readonly checks: number;
  readonly arrived: number;
  /** Deposits of others. */
  readonly foreign: number;
  /** How many transfers ended in each status. */
  readonly endings: Readonly<Record<string, number>>;
  /** What must never be; empty when all is well. */
  readonly faults: readonly string[];
}

const PROFILES = {
  north: stillProfile,
  south: charging('counter', 'on top'),
  west: charging('counter', 'inside'),
};
const PLACES = [
  ['ETH', 'ETHEREUM'],
  ['XRP', 'XRPL'],
] as const;
const [SERVERS, CLIENTS, KILLS_FOR_EACH_CHECK] = [2, 3, 4] as const;
/** More would only be compared again and again. */
const [MOST_FOR_EACH_KILL, MOST_OPEN] = [6, 40] as const;
const CALL_TIMEOUT_MS = 2_000;
/** A minute of the product's clock, in which it looks for what was forgotten. */
const MINUTE_MS = 500;
/** Bounded only so that a run that cannot succeed ends. */
const REST_WITHIN_MS = 400_000;

/**
 * Moves money between three exchanges while the processes that do it are killed, answers are lost, and deposits appear late, in part and
 * beside those of others. After every few kills it lets the product catch up, and compares it with the books of the exchanges.
 */
export async function killTransfers({ databaseUrl, kills, seed, say }: ChaosOptions): Promise<ChaosReport> {
  const random = new Random(seed);
  const program = await bundle(join(import.meta.dirname, 'server.ts'));
  const started = await Promise.all(
    Object.entries(PROFILES).map(
      async ([venue, profile]) => [venue, await startTestExchange(profile, venue)] as const,
    ),
  );
  const controls = new Map(started.map(([venue, { control }]) => [venue, control]));
  const database = connect({
    url: databaseUrl,
    poolSize: 2,
    statementTimeoutMs: 30_000,
    applicationName: 'chaos',
  });
  const { db } = database;
  const servers = new Map<number, Server>();
  const [stopping, ended] = [new AbortController(), new AbortController()];
  let isPaused = false;
  let starting: Promise<unknown> = Promise.resolve();
  const faults: string[] = [];
  try {
    await migrate(database);
    await allowAll(db);
    const places: Place[] = [];
    for (const [venue, exchange] of started) {
      for (const [asset, network] of PLACES) {
        const found = await answerOf(
          exchange.venue.addresses?.find({ asset, network }, patient()) ?? Promise.reject(new Error(venue)),
        );
        if (found) places.push({ venue, asset, network, ...found });
      }
    }
    const chains = new Chains(controls, places, random);
    const before = await chains.books();
    const options: ServerOptions = {
      databaseUrl,
      exchanges: Object.fromEntries(started.map(([venue, { baseUrl }]) => [venue, baseUrl])),
      callTimeoutMs: CALL_TIMEOUT_MS,
    };
    const start = async (slot: number) => servers.set(slot, await startServer(program.path, options));
    await Promise.all(Array.from({ length: SERVERS }, (_, slot) => start(slot)));
    const ports = () => [...servers.values()].map(({ port }) => port);

    const accepted = new Set<string>();
    let most = MOST_OPEN;
    const asking = new Set<number>();
    const clients = Array.from({ length: CLIENTS }, (_, client) =>
      ask({
        client,
        random: new Random(seed * 1_000 + client),
        venues: [...controls.keys()],
        ports,
        accepted,
        asking,
        signal: stopping.signal,
        mayAsk: async () => !isPaused && accepted.size < most && (await countOpen()) < MOST_OPEN && !isPaused,
      }),
    );
    const countOpen = async (): Promise<number> => {
      const row = await db
        .selectFrom('withdrawal')
        .select(({ fn }) => fn.countAll<string>().as('open'))
        .where('status', 'in', ['PENDING', 'SUBMITTED'])
        .executeTakeFirst();
      return Number(row?.open ?? 0);
    };
    const minutes = passMinutes(() => enqueue(db, { actor: { tenant: 'default' } }, JOBS), ended.signal);

    let checks = 0;
    const check = async (): Promise<void> => {
      isPaused = true;
      // It is asked for between the pause and the next question at most.
      await sleep(50);
      while (asking.size > 0) await sleep(20);
      await Promise.all([...controls.values()].map((control) => control.clearFaults()));
      await chains.reveal();
      let late: string[] = [];
      await askAtOnce(db);
      for (const start = performance.now(); performance.now() - start < REST_WITHIN_MS; await sleep(100)) {
        late = await behind(db, await chains.books(), chains);
        if (late.length === 0) break;
      }
      const books = await chains.books();
      faults.push(...late, ...(await findFaults(db, books, chains)));
      const inFlight = await readInFlight(ports);
      faults.push(...(await compareSums(db, { before, books }, chains, inFlight)));
      checks += 1;
      isPaused = false;
    };

    for (let left = kills; left > 0 && faults.length === 0;) {
      await trouble(controls, `${seed} ${left}`);
      const some = Math.min(left, KILLS_FOR_EACH_CHECK);
      const killed = new AbortController();
      const killing = (async () => {
        for (let kill = 0; kill < some; kill++) {
          await sleep(200 + random.below(600));
          // One starts while the next kill is waited for.
          await starting;
          const slot = random.below(SERVERS);
          await servers.get(slot)?.kill();
          servers.delete(slot);
          starting = start(slot);
          most += MOST_FOR_EACH_KILL;
        }
        await starting;
      })().finally(() => killed.abort());
      while (!killed.signal.aborted) {
        await chains.act();
        faults.push(...(await findFaults(db, await chains.books(), chains)));
        await sleep(random.below(150));
      }
      await killing;
      left -= some;
      await check();
      say(`${left} kills left, ${accepted.size} transfers accepted, ${chains.arrived.size} arrived`);
    }
    stopping.abort();
    await Promise.all(clients);
    // Now nothing leaves any more, so that what has left can come to its end.
    await check();
    await chains.finish();
    await check();
    ended.abort();
    await minutes;
    faults.push(...(await compareRecords(db, accepted)));
    const endings = await readEndings(ports);
    const rejected = movedIn(await chains.books()).filter(
      ({ kind, status }) => kind === 'deposit' && status === 'failed',
    ).length;
    if ((endings['NEEDS_PERSON'] ?? 0) > rejected || endings['IN_FLIGHT'] !== undefined) {
      faults.push(`${rejected} were rejected, and the transfers are ${JSON.stringify(endings)}`);
    }
    return {
      accepted: accepted.size,
      checks,
      arrived: chains.arrived.size,
      foreign: chains.foreign.size,
      endings,
      faults,
    };
  } finally {
    stopping.abort();
    ended.abort();
    await starting.catch(() => {});
    await Promise.all([...servers.values()].map((server) => server.kill()));
    await Promise.all(started.map(([, exchange]) => exchange.stop()));
    await database.close();
    await program.remove();
  }
}

const NO_VENUES = { find: async () => undefined, list: async () => [] };

/** What the clock of the product requests. */
const JOBS = [withdrawalJobs(NO_VENUES), depositJobs(NO_VENUES, () => []), transferJobs()]
  .flatMap(({ cron = [] }) => cron)
  .map(({ request }) => ({ ...request, key: `${request.job.name} by the clock` }));

/** As time does: the venues are asked about what has been with them for long less and less often. */
const askAtOnce = (db: Db): Promise<unknown> =>
  db.updateTable('withdrawal').set({ due_at: new Date() }).where('status', '=', 'SUBMITTED').execute();

async function passMinutes(pass: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pass();
    await sleep(MINUTE_MS);
  }
}

async function trouble(controls: ReadonlyMap<string, ExchangeControl>, seed: string): Promise<void> {
  const faults = [
    ['withdraw', { type: 'drop' }, 0.1],
    ['withdraw', { type: 'lose' }, 0.1],
    ['withdraw', { type: 'errorAfterwards' }, 0.05],
    ['withdraw', { type: 'delay', ms: CALL_TIMEOUT_MS + 100 }, 0.02],
    ['withdraw', { type: 'refuse', status: 422, code: 'insufficient_balance', message: 'Too little.' }, 0.05],
    ['findWithdrawal', { type: 'lose' }, 0.1],
    ['findWithdrawal', { type: 'error' }, 0.1],
    ['listDeposits', { type: 'lose' }, 0.1],
    ['listDeposits', { type: 'drop' }, 0.1],
    ['listDeposits', { type: 'garble' }, 0.05],
    ['listDeposits', { type: 'delayAnswer', ms: 300 }, 0.2],
    ['depositAddress', { type: 'error' }, 0.1],
    ['depositAddress', { type: 'drop' }, 0.05],
  ] as const;
  for (const [venue, control] of controls) {
    for (const [operation, fault, probability] of faults) {
      await control.fault({
        operation,
        fault,
        probability,
        seed: `${seed} ${venue} ${operation} ${fault.type}`,
      });
    }
  }
}

async function read<T>(ports: () => readonly number[], path: string): Promise<T> {
  const response = await fetch(`http://127.0.0.1:${ports()[0]}/trade/v1/transfers${path}`);
  if (!response.ok) throw new Error(`${path} was answered ${response.status}.`);
  return (await response.json()) as T;
}

const readInFlight = (ports: () => readonly number[]): Promise<InFlight[]> => read(ports, '/in-flight');

async function readEndings(ports: () => readonly number[]): Promise<Record<string, number>> {
  const endings: Record<string, number> = {};
  for (let pageNumber = 0; ; pageNumber++) {
    const query = `?pageSize=100&pageNumber=${pageNumber}`;
    const { content } = await read<{ content: readonly { status: string }[] }>(ports, query);
    for (const { status } of content) endings[status] = (endings[status] ?? 0) + 1;
    if (content.length === 0) return endings;
  }
}
