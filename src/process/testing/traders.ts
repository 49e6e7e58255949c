import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CREDENTIALS } from '../../../exchange/testing/start.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { newPort, quaestor, type Quaestor } from '../../testing/process.ts';
import { getToken, until } from './partners.ts';

interface TraderOptions {
  readonly databaseUrl: string;
  /** The addresses of simulated exchanges by the codes of the venues. */
  readonly venues: Readonly<Record<string, string>>;
  readonly settings?: object;
}

interface StartOptions {
  readonly roles: 'trading' | 'worker' | 'trading,worker' | 'trading,partner,worker';
  /** Another way to the same database. */
  readonly databaseUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface Trader extends Quaestor {
  readonly url: string;
}

const SCOPES = [
  'venue-transfer:view',
  'venue-transfer:edit',
  'conversions:view',
  'conversions:edit',
  'webhooks:edit',
  'exports:view',
  'exports:edit',
];

/** Real processes with the roles `trading` and `worker` on one database. */
export function openTraders({ databaseUrl, venues, settings = {} }: TraderOptions) {
  const folder = makeFolder();
  const config = resolve(folder, 'quaestor.yaml');
  writeFileSync(
    config,
    JSON.stringify({
      secret: 's'.repeat(32),
      trading: { publicUrl: 'http://trading.example' },
      venues: Object.entries(venues).map(([code, exchange]) => ({
        code,
        kind: 'simulated',
        exchange,
        credentials: 'env:VENUE',
      })),
      metrics: { port: 0 },
      http: { writesPerMinute: 1_000_000, readsPerMinute: 1_000_000 },
      auth: { tokenLifetimeSeconds: 3600 },
      webhooks: { allowPrivateAddresses: true },
      log: { level: 'error' },
      ...settings,
    }),
  );
  const running: Trader[] = [];
  let token: Promise<string> | undefined;

  /** Resolves when it is ready, unless it must not wait for that. */
  async function start({ roles, databaseUrl: url = databaseUrl, env = {} }: StartOptions): Promise<Trader> {
    const [port, partnerPort] = [await newPort(), await newPort()];
    const args = ['serve', '--roles', roles, '--data', resolve(folder, `data-${running.length}`)];
    const ports = ['--trading-port', String(port), '--partner-port', String(partnerPort)];
    const started = quaestor([...args, ...ports], {
      DATABASE_URL: url,
      QUAESTOR_CONFIG: config,
      VENUE_KEY: CREDENTIALS.key,
      VENUE_SECRET: CREDENTIALS.secret,
      ...env,
    });
    const trader = { ...started, url: `http://127.0.0.1:${port}` };
    running.push(trader);
    await trader.until('is ready.');
    return trader;
  }

  /** Asks a process as a client with all scopes. */
  async function ask(trader: Trader, method: string, path: string, body?: object): Promise<Response> {
    token ??= getToken(databaseUrl, trader.url, 'client', SCOPES);
    return fetch(trader.url + path, {
      method,
      headers: {
        authorization: `Bearer ${await token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }

  let withdrawals = 0;
  let conversions = 0;
  return {
    config,
    /** In the order of their starts, also those that are not ready yet. */
    running,
    start,
    ask,
    /** The id of a new withdrawal. */
    async withdraw(trader: Trader, venue: string): Promise<string> {
      withdrawals += 1;
      const answer = await ask(trader, 'POST', '/trade/v1/venues/withdrawals', {
        asset: { code: 'BTC' },
        amount: '0.001',
        venue,
        reference: `withdrawal-${withdrawals}`,
        blockchainDestination: {
          address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
          network: 'BITCOIN',
        },
      });
      const created = (await answer.json()) as { readonly id: string };
      if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(created)}`);
      return created.id;
    },
    /** The id of a new conversion of BTC to USDT. */
    async convert(trader: Trader, wish: object): Promise<string> {
      conversions += 1;
      const body = {
        reference: `conversion-${conversions}`,
        from: { asset: 'BTC', amount: '0.01' },
        to: { asset: 'USDT' },
        ...wish,
      };
      let made: { readonly id?: string } = {};
      // The book may not be live yet.
      await until(async () => {
        made = (await (await ask(trader, 'POST', '/trade/v1/conversions', body)).json()) as typeof made;
        return made.id !== undefined;
      }, 30_000).catch((cause: unknown) => {
        throw new Error(JSON.stringify(made), { cause });
      });
      return made.id ?? '';
    },
    async conversionStatus(trader: Trader, id: string): Promise<string> {
      const answer = await ask(trader, 'GET', `/trade/v1/conversions/${id}`);
      return ((await answer.json()) as { status: string }).status;
    },
    async close(): Promise<void> {
      for (const { child } of running) child.kill('SIGKILL');
      await Promise.all(running.map(({ ended }) => ended));
      await removeFolder(folder);
    },
  };
}
