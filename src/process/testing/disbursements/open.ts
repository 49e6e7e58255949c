import { join } from 'node:path';
import { Big } from 'big.js';
import postgres from 'postgres';
import { spawnExchange } from '../../../../exchange/testing/spawn.ts';
import { CREDENTIALS } from '../../../../exchange/testing/start.ts';
import { createCredential } from '../../../platform/auth/index.ts';
import { connect, migrate } from '../../../platform/postgres/index.ts';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import { newPort } from '../../../testing/process.ts';
import { operatorContext } from '../../context.ts';
import { startPartners } from '../partners.ts';
import { ACCOUNTS, type Account } from './accounts.ts';
import { Bank } from './bank.ts';
import { Caller } from './caller.ts';

export type World = Awaited<ReturnType<typeof openWorld>>;

const IBAN = 'DE75512108001245126199';
/** Bounded only so that a run that cannot succeed ends. */
export const PATIENCE_MS = 300_000;

/** A product that pays on chain through its own trading service, those who pay for it, and what must come of it. */
export async function openWorld(databaseUrl: string, seed: number) {
  const folder = makeFolder();
  const database = connect({
    url: databaseUrl,
    poolSize: 2,
    statementTimeoutMs: 30_000,
    applicationName: 'kill',
  });
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const exchange = await spawnExchange({
    directory: join(folder, 'exchange'),
    profile: 'cumulus',
    seed: String(seed),
  });
  await migrate(database);
  await exchange.control.pace({ withdrawalDelayMs: 100, latencyMs: 0 });
  await exchange.control.fault({
    operation: 'withdraw',
    fault: { type: 'failLater', reason: 'The address is blocked.' },
    probability: 0.1,
    seed: String(seed),
  });
  const { secret } = await createCredential(operatorContext(database.db), {
    kind: 'client',
    name: 'payments',
    tenant: 'default',
    scopes: ['venue-transfer:edit', 'venue-transfer:view'],
  });
  const tradingPort = await newPort();
  const trading = `http://127.0.0.1:${tradingPort}`;
  const settings = {
    roles: ['trading', 'partner', 'worker'],
    trading: { port: tradingPort, publicUrl: 'http://trading.example' },
    venues: [{ code: 'cumulus', kind: 'simulated', exchange: exchange.baseUrl, credentials: 'env:VENUE' }],
    disbursements: {
      coolingOffHours: 0,
      banks: [{ code: 'main', format: 'pain.001.001.09', name: 'Firm Ltd', iban: IBAN }],
      methods: [{ code: 'paypal', name: 'PayPal', account: 'E-mail address' }],
    },
    onChain: {
      url: trading,
      clientId: 'payments',
      clientSecret: secret,
      networks: [{ asset: 'USDT', network: 'TRON', venue: 'cumulus', format: 'tron' }],
    },
  };
  const env = { VENUE_KEY: CREDENTIALS.key, VENUE_SECRET: CREDENTIALS.secret };
  const group = await startPartners(databaseUrl, 1, { settings, env });
  const { url } = group.first;
  const caller = new Caller(PATIENCE_MS);
  /** Of the partners by their uids, and of everybody else by name. */
  const tokens = new Map<string, string>();
  return {
    databaseUrl,
    db: database.db,
    sql,
    exchange,
    group,
    url,
    trading,
    bank: new Bank(IBAN),
    caller,
    tokens,
    /** What was asked for, by whom. */
    requested: new Map<number, { readonly account: Account; readonly amount: Big }>(),
    /** How many may be asked for. */
    allowed: 0,
    /** What was credited and taken back. */
    earned: new Map(ACCOUNTS.map(({ id }) => [id, new Big(0)])),
    /** What the other payment system has paid, and what it could not pay. */
    external: { paid: new Set<number>(), failed: new Set<number>(), returned: new Set<number>() },
    faults: [] as string[],
    get: (who: string, address: string) => caller.call(tokens.get(who) ?? '', 'GET', address),
    post: (who: string, address: string, body?: object | string, type?: string) =>
      caller.call(tokens.get(who) ?? '', 'POST', address, body, type),
    async close(): Promise<void> {
      await group.close();
      await exchange.kill('SIGKILL');
      await Promise.all([database.close(), sql.end(), removeFolder(folder)]);
    },
  };
}
