import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawnExchange } from '../exchange/testing/spawn.ts';
import { CREDENTIALS } from '../exchange/testing/start.ts';
import { startWorker } from '../src/platform/worker/index.ts';
import { depositJobs } from '../src/trading/deposits/index.ts';
import { transferJobs } from '../src/trading/transfers/index.ts';
import { createDirectory, openVenues } from '../src/trading/venues/index.ts';
import { withdrawalJobs } from '../src/trading/withdrawals/index.ts';
import { report } from './harness/measure.ts';
import { openFrame } from './servers/frame.ts';

/** Each is read twice a minute, a week back; that many have arrived there in the week. */
const [VENUES, DEPOSITS] = [10, 300] as const;
const [SETTLED_MS, MEASURED_MS] = [15_000, 60_000] as const;

const folder = await mkdtemp(join(tmpdir(), 'quaestor-polling-'));
const exchange = await spawnExchange({ directory: folder, profile: 'aurora', seed: '1' });
for (let count = 0; count < DEPOSITS; count++) await exchange.control.deposit('ETH', '1.5');

const { database, clock, logger, close } = await openFrame({ logLevel: 'silent' }, () => ({ endpoints: [] }));
const { db } = database;
const codes = Array.from({ length: VENUES }, (_, index) => `venue-${index}`);
const venues = await openVenues({
  settings: codes.map((code) => ({
    tenant: 'default',
    account: 'MAIN',
    code,
    kind: 'simulated',
    exchange: exchange.baseUrl,
    credentials: 'env:VENUE',
  })),
  env: { VENUE_KEY: CREDENTIALS.key, VENUE_SECRET: CREDENTIALS.secret },
  db,
  clock,
  logger,
});
const directory = createDirectory(venues, db);
const jobs = [withdrawalJobs(directory), depositJobs(directory, () => venues.all()), transferJobs()];
const worker = await startWorker({
  database,
  clock,
  logger,
  group: 'bench',
  handlers: jobs.flatMap(({ handlers }) => handlers),
  cron: jobs.flatMap(({ cron = [] }) => cron),
  atStart: jobs.flatMap(({ atStart = [] }) => atStart),
  concurrency: 4,
  stopTimeoutMs: 5_000,
});
try {
  await untilAllAreKnown();
  await sleep(SETTLED_MS);
  const [start, before] = [performance.now(), process.cpuUsage()];
  await sleep(MEASURED_MS);
  const { user, system } = process.cpuUsage(before);
  report({
    name: `polling ${VENUES} venues with ${DEPOSITS} deposits each`,
    figure: (user + system) / 10 / (performance.now() - start),
    unit: '% of a core',
    target: '<= 5',
  });
} finally {
  await worker.stop();
  await venues.close();
  await close();
  await exchange.kill('SIGKILL');
  await rm(folder, { recursive: true });
}

/** The first reading stores all; what is measured are the ones that find nothing new. */
async function untilAllAreKnown(): Promise<void> {
  for (let known = 0; known < VENUES; await sleep(200)) {
    const rows = await db
      .selectFrom('deposit_source')
      .select('venue')
      .where('read_to', 'is not', null)
      .execute();
    known = rows.length;
  }
}
