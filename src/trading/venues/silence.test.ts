import { afterEach, expect, it } from 'vitest';
import { systemClock, type Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { createLogs, createMetrics } from '../../platform/telemetry/index.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { inject } from '../../testing/inject.ts';
import { accessTo, keysOf } from './ccxt/testing/connect.ts';
import { imitationOf } from './ccxt/testing/imitations.ts';
import { startLoopback, type Dialect } from './ccxt/testing/loopback.ts';
import { ahead, banning } from './ccxt/testing/troubles.ts';
import { measureVenues, openVenues, venueEndpoints } from './index.ts';

const database = await createTestDatabase();
const { dialect: okx } = imitationOf('okx');
const viewer: Actor = { kind: 'client', id: 'viewer', tenant: 'acme', scopes: new Set(['venues:view']) };

let stop: (() => Promise<unknown>) | undefined;
afterEach(() => stop?.());

/** An OKX account that does not answer, as the service shows it. */
async function openAt(dialect: Dialect, keys: object = {}, isOffline = false) {
  const server = await startLoopback(dialect);
  if (isOffline) await server.goOffline();
  const lines: string[] = [];
  const { key, secret, password } = { ...keysOf('okx'), ...keys };
  const venues = await openVenues({
    settings: [
      {
        code: 'okx-main',
        tenant: 'acme',
        kind: 'ccxt',
        exchange: 'okx',
        account: 'MAIN',
        credentials: 'env:OKX',
        ...accessTo(server.port),
      },
    ],
    env: { OKX_KEY: key, OKX_SECRET: secret, OKX_PASSWORD: password },
    db: database.db,
    clock: systemClock,
    logger: createLogs('warn', { write: (line) => lines.push(line) }).logger,
  });
  const app = frame(venueEndpoints(venues), { authenticate: () => viewer, db: database.db });
  const metrics = createMetrics();
  measureVenues(metrics, venues);
  stop = () => Promise.all([venues.close(), app.close(), ...(isOffline ? [] : [server.goOffline()])]);
  await expect.poll(() => venues.find('acme', 'okx-main')?.silence).toBeDefined();
  const [shown] = (await inject(app, '/trade/v1/venues')).json<[{ reason: string; cause: string }]>();
  return { shown, lines, metrics: await metrics.registry.metrics() };
}

it.each([
  ['key', 'The venue refuses the key: ', () => openAt(okx, { key: 'nobody' })],
  ['unreachable', 'The venue cannot be reached: ', () => openAt(okx, {}, true)],
  ['address', 'The venue refuses the address of this machine: ', () => openAt(banning(okx))],
  [
    'clock',
    'The clocks differ too much, check the clock of this machine: ',
    () => openAt(ahead(okx, 600_000)),
  ],
] as const)(
  'a venue that never was live shows why to readers, in the log and in a metric: %s',
  async (cause, words, open) => {
    const { shown, lines, metrics } = await open();
    expect(shown).toMatchObject({ live: false, cause });
    expect(shown.reason.slice(0, words.length)).toBe(words);
    const [warning = '{}'] = lines;
    expect(JSON.parse(warning)).toMatchObject({ venue: 'okx-main', cause, reason: shown.reason });
    expect(metrics).toContain(`quaestor_venue_trouble{tenant="acme",venue="okx-main",cause="${cause}"} 1`);
  },
);
