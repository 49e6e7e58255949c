import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';
import { newId, newTraceId, type Actor, type Clock, type Context } from '../../../kernel/index.ts';
import { createService, type Endpoint } from '../../http/index.ts';
import { LIMITS } from '../../http/testing/app.ts';
import { connect, type Database, type Db } from '../../postgres/index.ts';
import { createLogs, createMetrics } from '../../telemetry/index.ts';
import { hashSecret } from '../credentials/hash.ts';
import { CHEAP } from './cheap-hash.ts';
import { insertCredential, type CredentialRow } from '../credentials/store.ts';
import {
  SCOPES,
  createSecrets,
  openAuth,
  type AuthOptions,
  type ServiceAuth,
  type ServiceName,
} from '../index.ts';

export const SECRETS = createSecrets('a root secret that only the tests know');
/** All that the services of the suite have logged. */
export const logged: string[] = [];
const LOGS = createLogs('trace', { write: (line) => logged.push(line) });

export interface FakeClock extends Clock {
  advance(ms: number): void;
}

export function createClock(start = '2026-03-01T12:00:00.000Z'): FakeClock {
  let nowMs = Date.parse(start);
  return { now: () => new Date(nowMs), advance: (ms) => (nowMs += ms) };
}

/** Asks the database itself, past all that is to be proved. */
export function asking({ db }: Database) {
  return async (text: TemplateStringsArray, ...values: unknown[]) =>
    (await sql<Record<string, unknown>>(text, ...values).execute(db)).rows;
}

// What the matchers of vitest give is `any`.
export const someText: unknown = expect.any(String);
export const textLike = (pattern: RegExp): unknown => expect.stringMatching(pattern);

export const OPERATOR: Actor = { kind: 'operator', id: 'root', tenant: 'acme', scopes: new Set(['admin']) };

export function contextOf({ db }: Database, clock: Clock, actor = OPERATOR): Context<Db> {
  return { actor, clock, db, traceId: newTraceId(), signal: new AbortController().signal };
}

/** A credential whose secret costs next to nothing to hash, so that a test can prove it many times. */
export async function plantCredential({ db }: Database, given: Partial<CredentialRow> = {}) {
  const secret = randomBytes(16).toString('base64url');
  const row: CredentialRow = {
    id: newId(),
    kind: 'client',
    name: `c-${randomBytes(6).toString('hex')}`,
    tenant: 'acme',
    partner_uid: null,
    scopes: ['venues:view', 'venue-transfer:edit', 'reports:view', 'wallets:view'],
    roles: [],
    owner: null,
    secret_id: newId(),
    secret_hash: await hashSecret(secret, CHEAP),
    created_at: new Date(),
    rotated_at: null,
    revoked_at: null,
    ...given,
  };
  await insertCredential(db, row).execute();
  return { row, name: row.name, secret };
}

/** `afterAll` for what a whole suite shares. */
type AtEnd = (cleanUp: () => Promise<void>) => void;

/** The auth of one more process: with a pool and a LISTEN connection of its own. */
export async function openProcess(
  { url }: Database,
  clock: FakeClock,
  options: Partial<AuthOptions> = {},
  atEnd: AtEnd = onTestFinished,
) {
  const database = connect({ url, poolSize: 2, statementTimeoutMs: 10_000, applicationName: 'process' });
  atEnd(() => database.close());
  const auth = await openAuth({
    database,
    clock,
    secrets: SECRETS,
    logger: LOGS.logger,
    tokenLifetimeMs: 300_000,
    countsForMs: 24 * 3_600_000,
    pause: async (ms) => clock.advance(ms),
    ...options,
  });
  atEnd(() => auth.stop());
  return { database, auth };
}

/** Serves on a real socket. The address is known before the application is made: it is the tokens' issuer. */
export async function serve(
  { database: { db }, auth }: Awaited<ReturnType<typeof openProcess>>,
  clock: Clock,
  service: ServiceName,
  atEnd: AtEnd = onTestFinished,
  endpoints: readonly Endpoint[] = [],
  host = '127.0.0.1',
): Promise<{ url: string } & ServiceAuth> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  const own = auth.forService(service, url);
  const app = createService(
    {
      service,
      title: service,
      summary: service,
      tags: {},
      scopes: SCOPES[service],
      endpoints,
    },
    {
      auth: own,
      db,
      clock,
      logs: LOGS,
      metrics: createMetrics(),
      limits: {
        ...LIMITS,
        bodyBytes: 1 << 20,
        requestTimeoutMs: 10_000,
        readsPerMinute: 60_000,
        writesPerMinute: 60_000,
      },
      trustProxies: [],
      version: '0',
      publicUrl: url,
      probes: {},
    },
  );
  await app.ready();
  const sockets: Socket[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    app.server.emit('connection', socket);
  });
  atEnd(async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  });
  return { url, ...own };
}
