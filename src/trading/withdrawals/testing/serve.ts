import type { AddressInfo } from 'node:net';
import { newId, systemClock, type Actor } from '../../../kernel/index.ts';
import type { Endpoint } from '../../../platform/http/index.ts';
import { frame } from '../../../platform/http/testing/app.ts';
import type { ModuleJobs } from '../../../platform/jobs/index.ts';
import { openPersonalData } from '../../../platform/personal-data/index.ts';
import { connect } from '../../../platform/postgres/index.ts';
import { createLogs } from '../../../platform/telemetry/index.ts';
import { startWorker } from '../../../platform/worker/index.ts';
import type { VenueDirectory } from '../../directory.ts';
import { createDirectory, openVenues, type Venues, type VenueSettings } from '../../venues/index.ts';
import { CREDENTIALS } from '../../../../exchange/testing/start.ts';
import { withdrawalEndpoints, withdrawalJobs } from '../index.ts';
import { stopAt } from './stop-at.ts';

export interface ServerOptions {
  readonly databaseUrl: string;
  /** Of the exchange that is the venue `aurora`. */
  readonly exchangeUrl: string;
  readonly callTimeoutMs: number;
  /** In place of that exchange: one that asks who receives a withdrawal, and the key for what is said about people. */
  readonly asking?: {
    readonly venue: VenueSettings;
    readonly env: Readonly<Record<string, string>>;
    readonly personalKey: string;
  };
  /** Where the process is to stand still, such as `after screenWithdrawal` or `before the request`. */
  readonly moment?: string;
}

/** What a server offers and works on. */
interface Parts {
  readonly endpoints: Endpoint[];
  readonly jobs: readonly ModuleJobs[];
}

/** So short that under load processes lose leases that they use. */
const LEASE_MS = 500;

const SCOPES: Readonly<Record<string, string>> = {
  load: 'venue-transfer:edit',
  voter: 'approvals:edit',
  ada: 'approvals:edit',
  grace: 'approvals:edit',
  screener: 'screening:edit',
};

/** The credentials of the people who sign in. */
export const PEOPLE: ReadonlyMap<string, string> = new Map([
  ['ada', '01890a5d-ac96-774b-bcce-b302099a8057'],
  ['grace', '01890a5d-ac96-774b-bcce-b302099a8058'],
]);

/** The one that the token names. */
function actorOf(authorization = 'Bearer load'): Actor {
  const id = authorization.slice('Bearer '.length);
  const credentialId = PEOPLE.get(id);
  return {
    kind: credentialId === undefined ? 'client' : 'person',
    id,
    ...(credentialId !== undefined && { session: { id: newId(), credentialId } }),
    tenant: 'default',
    scopes: new Set(['venue-transfer:view', SCOPES[id] ?? '']),
  };
}

/** Serves withdrawals and works on them: what matters of a server, and quick to start. */
export function serveWithdrawals(options: ServerOptions) {
  const { databaseUrl, exchangeUrl, callTimeoutMs, asking, moment } = options;
  const stop = stopAt(moment);
  const personal = openPersonalData(asking ? [asking.personalKey] : []);
  const venues = asking
    ? { settings: [asking.venue], env: asking.env }
    : simulatedVenues({ aurora: exchangeUrl });
  return serveParts(databaseUrl, venues, ({ directory }) => {
    const watched = stop.directory(directory);
    const timing = { callTimeoutMs, leaseMs: LEASE_MS };
    return {
      endpoints: stop.endpoints(withdrawalEndpoints(watched, undefined, personal)),
      jobs: [stop.jobs(withdrawalJobs(watched, timing, undefined, personal))],
    };
  });
}

interface VenueConfig {
  readonly settings: readonly VenueSettings[];
  readonly env: Readonly<Record<string, string>>;
}

/** The URLs of simulated exchanges, by the code of their venue. */
export const simulatedVenues = (exchanges: Readonly<Record<string, string>>): VenueConfig => ({
  settings: Object.entries(exchanges).map(([code, exchange]) => ({
    tenant: 'default',
    account: 'MAIN',
    code,
    kind: 'simulated',
    exchange,
    credentials: 'env:VENUE',
  })),
  env: { VENUE_KEY: CREDENTIALS.key, VENUE_SECRET: CREDENTIALS.secret },
});

/** Serves some parts of the trading service and works on them. */
export async function serveParts(
  databaseUrl: string,
  { settings, env }: VenueConfig,
  partsOf: (venues: { readonly directory: VenueDirectory; readonly all: Venues['all'] }) => Parts,
) {
  const { logger } = createLogs('silent');
  const clock = systemClock;
  const database = connect({
    url: databaseUrl,
    poolSize: 4,
    statementTimeoutMs: 10_000,
    applicationName: 'load',
  });
  const { db } = database;
  const venues = await openVenues({
    settings,
    env,
    db,
    clock,
    logger,
  });
  const { endpoints, jobs } = partsOf({
    directory: createDirectory(venues, db),
    all: () => venues.all(),
  });
  const worker = await startWorker({
    database,
    clock,
    logger,
    group: 'test',
    handlers: jobs.flatMap(({ handlers }) => handlers),
    cron: [],
    atStart: jobs.flatMap(({ atStart = [] }) => atStart),
    lifetimeMs: LEASE_MS,
    concurrency: 4,
    stopTimeoutMs: 1_000,
  });
  const limits = {
    bodyBytes: 65_536,
    requestTimeoutMs: 5_000,
    readsPerMinute: 1_000_000,
    writesPerMinute: 1_000_000,
  };
  const app = frame(endpoints, { db, authenticate: actorOf, limits });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    port: (app.server.address() as AddressInfo).port,
    async stop() {
      await Promise.all([app.close(), worker.stop()]);
      await venues.close();
      await database.close();
    },
  };
}
