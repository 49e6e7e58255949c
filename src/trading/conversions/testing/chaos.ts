import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { Decimal } from '../../../kernel/index.ts';
import { connect, migrate } from '../../../platform/postgres/index.ts';
import { bundle } from '../../../testing/bundle.ts';
import { Random } from '../../withdrawals/testing/random.ts';
import { movementsOf } from '../movements.ts';
import { selectOrders, selectTrades, type OrderRow, type TradeRow } from '../store.ts';
import { dueConversions, plant } from './plant.ts';
import { startProtocols, type Protocols } from './protocols.ts';
import type { ServerOptions } from './server.ts';

interface ChaosOptions {
  /** An empty database, or one that is migrated. */
  readonly databaseUrl: string;
  readonly kills: number;
  readonly seed: number;
}

interface ChaosReport {
  readonly orders: readonly OrderRow[];
  readonly trades: readonly TradeRow[];
  readonly completed: number;
  /** Kills while the outcome of an order was unknown. */
  readonly interrupted: number;
  /** What must never be; empty when all is well. */
  readonly faults: readonly string[];
}

const PER_KILL = 4;
/** They fall due one after the other, so that there is work in progress at every kill. */
const DUE_EVERY_MS = 300;
/** Kraken takes no order with a nearer deadline than half a second. */
const CALL_TIMEOUT_MS = 4_000;
const REST_WITHIN_MS = 60_000;

/**
 * Kills the process that converts over the protocols of two exchanges at random moments, while the exchanges lose
 * requests and answers. Then lets everything come to rest and compares our books with theirs.
 */
export async function killConversions({ databaseUrl, kills, seed }: ChaosOptions): Promise<ChaosReport> {
  const random = new Random(seed);
  const program = await bundle(join(import.meta.dirname, 'server.ts'));
  const protocols = await startProtocols();
  const database = connect({
    url: databaseUrl,
    poolSize: 2,
    statementTimeoutMs: 30_000,
    applicationName: 'chaos',
  });
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const start = () =>
    startServer(program.path, protocols, {
      databaseUrl,
      settings: protocols.settings,
      callTimeoutMs: CALL_TIMEOUT_MS,
    });
  try {
    await migrate(database);
    for (const { code } of protocols.settings) {
      await sql`insert into venue_switch ${sql({ tenant: 'acme', venue: code, trading: 'live', withdrawals: 'off' })}`;
    }
    offer(protocols, kills * PER_KILL);
    const before = protocols.owned();
    const rows = dueConversions({
      count: kills * PER_KILL,
      everyMs: DUE_EVERY_MS,
      sold: '0.11500007',
      spent: '6666.01',
      makerMs: 5_000,
    });
    await plant(sql, rows);
    let interrupted = 0;
    const trouble = setInterval(() => strike(protocols, random), 50);
    for (let left = kills; left > 0; left--) {
      const kill = await start();
      await atWork(sql);
      await sleep(random.below(300));
      await kill();
      const sent = await sql`select from conversion_order where status = 'SENT' limit 1`;
      interrupted += sent.length;
    }
    clearInterval(trouble);
    const kill = await start();
    const open = async () =>
      (await sql<{ id: string }[]>`select id from conversion where due_at is not null`).length;
    for (const until = Date.now() + REST_WITHIN_MS; (await open()) > 0 && Date.now() < until;)
      await sleep(50);
    await kill();
    const orders: OrderRow[] = [];
    const trades: TradeRow[] = [];
    for (const { id } of rows) {
      orders.push(...(await selectOrders(database.db, id).execute()));
      trades.push(...(await selectTrades(database.db, id).execute()));
    }
    const completed = await sql`select from conversion where status = 'COMPLETED'`;
    return {
      orders,
      trades,
      completed: completed.length,
      interrupted,
      faults: [...compare(protocols, before, orders, trades), ...stuck(await open())],
    };
  } finally {
    await sql.end();
    await database.close();
    await Promise.all([protocols.stop(), program.remove()]);
  }
}

/** Waits for the next order, but not for long. */
async function atWork(sql: Sql): Promise<void> {
  const count = async () => (await sql`select from conversion_order`).length;
  const before = await count();
  for (let waits = 0; waits < 150 && (await count()) === before; waits++) await sleep(20);
}

const stuck = (open: number): string[] => (open === 0 ? [] : [`${open} conversions did not come to rest`]);

/**
 * Each has enough for all conversions, but at good prices for a few only: after them the other one is better, whatever
 * the fees.
 */
function offer({ servers }: Protocols, count: number): void {
  const few = Math.ceil(count / 4);
  const away = Array.from({ length: count * 2 }, (_, index) => (index < few ? index : index + 1_000));
  for (const { core } of Object.values(servers)) {
    core.arrange(
      away.map((distance) => [`${60_000 - distance}.07`, '0.06000001'] as const),
      away.map((distance) => [`${60_001 + distance}.13`, '0.06000003'] as const),
    );
  }
}

/** Lets the next order or question at one exchange go wrong. */
function strike({ servers }: Protocols, random: Random): void {
  const server = [servers.kraken, servers.okx][random.below(2)];
  const type = (['drop', 'lose', 'fail', 'garble'] as const)[random.below(4)];
  const operation = (['placeOrder', 'placeOrder', 'findOrder'] as const)[random.below(3)];
  if (server && type && operation && random.below(3) === 0) void server.strike(operation, { type });
}

async function startServer(program: string, { env }: Protocols, options: ServerOptions) {
  const child = fork(program, [JSON.stringify(options)], { execArgv: [], env: { ...process.env, ...env } });
  const gone = once(child, 'exit');
  await Promise.race([once(child, 'message'), gone]);
  return async (): Promise<void> => {
    child.kill('SIGKILL');
    await gone;
  };
}

function compare(
  protocols: Protocols,
  before: ReadonlyMap<string, Decimal>,
  orders: readonly OrderRow[],
  trades: readonly TradeRow[],
): string[] {
  const faults: string[] = [];
  const known = new Map(orders.map((order) => [plain(order.id), order]));
  for (const [exchange, { core }] of Object.entries(protocols.servers)) {
    const ids = core.orders.map(({ clientId }) => plain(clientId));
    if (new Set(ids).size !== ids.length) faults.push(`${exchange} has an order twice`);
    for (const { clientId, filled, status } of core.orders) {
      const own = known.get(plain(clientId));
      if (own?.venue !== exchange) faults.push(`${exchange} has ${clientId}, of which we know nothing`);
      if (status === 'open') faults.push(`${clientId} is still open at ${exchange}`);
      if (!Decimal.parse(own?.filled ?? '-1').equals(filled)) {
        faults.push(
          `${clientId} traded ${filled.toString()} at ${exchange}, and ${own?.filled} in our books`,
        );
      }
    }
  }
  const after = protocols.owned();
  const moved = movementsOf(orders, trades);
  for (const [asset, amount] of after) {
    const change = amount.minus(before.get(asset) ?? Decimal.ZERO);
    const own = moved.get(asset) ?? Decimal.ZERO;
    if (!change.equals(own)) {
      faults.push(`${asset} changed by ${change.toString()}, and by ${own.toString()} in our books`);
    }
  }
  return faults;
}

const plain = (id: string): string => id.replaceAll('-', '');
