import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { enqueue } from '../../platform/jobs/index.ts';
import { NO_KEYS } from '../../platform/personal-data/index.ts';
import { bundle } from '../../testing/bundle.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { stillProfile } from '../../../exchange/testing/profile.ts';
import { BOUNDS, NO_MARKETS } from '../conversions/testing/still-markets.ts';
import { depositJobs } from '../deposits/index.ts';
import { transferJobs } from '../transfers/index.ts';
import type { ServerOptions } from '../transfers/testing/server.ts';
import { startTestExchange } from '../venues/testing/start.ts';
import { allowAll } from '../withdrawals/testing/rest.ts';
import { startServer, type Server } from '../withdrawals/testing/start-server.ts';
import { withdrawalJobs } from '../withdrawals/index.ts';
import { managedBalanceJobs } from './index.ts';

const database = await createTestDatabase();
const { db, sql } = database;
const program = await bundle(join(import.meta.dirname, 'testing/server.ts'));
const [north, south] = [
  await startTestExchange(stillProfile, 'north'),
  await startTestExchange(stillProfile, 'south'),
];
const options: ServerOptions = {
  databaseUrl: database.url,
  exchanges: { north: north.baseUrl, south: south.baseUrl },
  callTimeoutMs: 5_000,
};
let server: Server | undefined;
afterAll(async () => {
  await server?.kill();
  await Promise.all([north.stop(), south.stop(), program.remove()]);
});

const NO_VENUES = { find: async () => undefined, list: async () => [] };
const markets = { directory: NO_VENUES, access: NO_MARKETS, bounds: BOUNDS, personal: NO_KEYS };
/** What the clock requests every minute. */
const JOBS = [
  managedBalanceJobs(markets, { find: async () => undefined }),
  depositJobs(NO_VENUES, () => []),
  transferJobs(),
  withdrawalJobs(NO_VENUES),
]
  .flatMap(({ cron = [] }) => cron)
  .map(({ request }) => ({ ...request, key: `${request.job.name} by the clock` }));

/** Lets minutes pass until something is so. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let pass = 0; !(await isSo()); pass++) {
    if (pass % 40 === 0) {
      await sql`update managed_reading set read_at = read_at - interval '30 seconds', before_at = before_at - interval '30 seconds'`;
      await enqueue(db, { actor: { tenant: 'default' } }, JOBS);
    }
    await sleep(25);
  }
}

/** The process dies as soon as something is so, and another one begins when its lease has ended. */
async function killWhen(isSo: () => Promise<boolean>): Promise<void> {
  await until(isSo);
  await server?.kill();
  await sql`delete from lease where name = 'managed-balance.look'`;
  server = await startServer(program.path, options);
}

const confirm = async (id: string): Promise<{ transferId: string | null } | undefined> => {
  const response = await fetch(`http://127.0.0.1:${server?.port}/trade/v1/balance-proposals/${id}/confirm`, {
    method: 'POST',
  }).catch(() => undefined);
  return (await response?.json().catch(() => undefined)) as { transferId: string | null } | undefined;
};
const proposals = () => sql<{ id: string; status: string }[]>`select id, status from managed_proposal`;
const claims = () => sql<{ amount: string }[]>`select trim_scale(amount)::text as amount from managed_claim`;
const transfers = () => sql<{ id: string; status: string }[]>`select id, status from withdrawal`;

it('a proposal becomes one transfer and counts once, though the process is killed at every step', async () => {
  await allowAll(db);
  const settings = {
    minimum: '1001',
    target: '1002',
    maximum: '1004',
    dailyCap: '3',
    sources: [{ kind: 'TRANSFER', venue: 'north', network: 'ETHEREUM' }],
    acts: 'PROPOSE',
  };
  const now = new Date();
  await sql`insert into managed_balance (tenant, venue, asset, settings, settings_by, settings_at, created_at)
    values ('default', 'south', 'ETH', ${sql.json(settings)}, 'ada', ${now}, ${now})`;
  server = await startServer(program.path, options);

  // While it looks: a venue takes its time.
  await south.control.fault({ operation: 'balances', fault: { type: 'delay', ms: 1_000 } });
  await killWhen(async () => (await sql`select from lease where name = 'managed-balance.look'`).length > 0);
  await south.control.clearFaults();
  // When it has proposed.
  await killWhen(async () => (await proposals()).length > 0);
  const [proposal] = await proposals();
  const id = proposal?.id ?? '';

  // Between the claim and the transfer: the address is asked for.
  await south.control.fault({ operation: 'depositAddress', fault: { type: 'delay', ms: 8_000 } });
  const interrupted = confirm(id);
  await killWhen(async () => (await claims()).length > 0);
  await south.control.clearFaults();
  expect(await interrupted).toBeUndefined();
  expect(await transfers()).toEqual([]);
  expect(await proposals()).toEqual([{ id, status: 'CONFIRMED' }]);

  // When the transfer is made, and when it is sent.
  const again = confirm(id);
  await killWhen(async () => (await transfers()).length > 0);
  await again;
  await killWhen(async () => (await transfers()).every(({ status }) => status === 'SUBMITTED'));
  const made = await Promise.all(Array.from({ length: 4 }, () => confirm(id)));
  const [transfer] = await transfers();
  expect(made.map((one) => one?.transferId)).toEqual(Array(4).fill(transfer?.id));

  // It arrives, and nothing more is needed.
  await north.control.complete(transfer?.id ?? '');
  const [sent] = (await north.control.state()).transfers;
  if (sent?.destination?.kind !== 'blockchain' || sent.hash === null) throw new Error('Nothing was sent.');
  await south.control.deposit('ETH', sent.amount, 0, { destination: sent.destination, hash: sent.hash });
  await killWhen(async () => (await sql`select from transfer_match`).length > 0);
  // What has just arrived may not be in the readings yet.
  await sql`update deposit set updated_at = updated_at - interval '20 minutes'`;
  await sql`update withdrawal set updated_at = updated_at - interval '20 minutes'`;
  await until(async () => (await sql`select from managed_state where state = 'OK'`).length > 0);
  expect(await transfers()).toHaveLength(1);
  expect(await proposals()).toHaveLength(1);
  expect(await claims()).toEqual([{ amount: '2' }]);
  expect((await north.control.state()).transfers).toHaveLength(1);
}, 600_000);
