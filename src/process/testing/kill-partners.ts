import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { connect } from '../../platform/postgres/index.ts';
import { ordersOf, ORDERS_PER_BATCH, PROGRAM, READINGS, REWARD_PER_ORDER_USD } from './orders.ts';
import { startPartners, until, type PartnerProcess } from './partners.ts';

interface KillOptions {
  /** Empty; the processes migrate it. */
  readonly databaseUrl: string;
  readonly kills: number;
  readonly seed: number;
  /** Of the configuration. */
  readonly settings?: object;
  readonly say?: (line: string) => void;
}

interface KillReport {
  readonly batches: number;
  /** The longest time from a kill to the next accepted batch, in milliseconds. */
  readonly longestOutageMs: number;
  /** How long callers waited to read what they had written in another process, the half and the slowest of them. */
  readonly lagMs: { readonly median: number; readonly longest: number };
  readonly faults: readonly string[];
}

const PROCESSES = 3;
const SENDERS = 2;
const THROUGH = '2024-03-31';
const [ORDERS = ''] = READINGS;
/** Bounded only so that a run that cannot succeed ends. */
const CURRENT_WITHIN_MS = 60_000;
const PERFORMANCE = `/api/reports/ib/performance/?date_from=2024-03-01&date_to=${THROUGH}`;

/** Kills partner processes at random moments under imports and crediting, and compares all of them at the end. */
export async function killPartners({
  databaseUrl,
  kills,
  seed,
  settings = {},
  say,
}: KillOptions): Promise<KillReport> {
  const random = generator(seed);
  const options = { url: databaseUrl, poolSize: 2, statementTimeoutMs: 10_000, applicationName: 'kill' };
  const database = connect(options);
  const { db } = database;
  const faults: string[] = [];
  let longestOutageMs = 0;
  const group = await startPartners(databaseUrl, PROCESSES, { settings });
  const { processes } = group;
  const any = (): PartnerProcess => processes[random(processes.length)] ?? group.first;
  const stopping = new AbortController();
  const lags: number[] = [];
  let [begun, accepted] = [0, 0];
  const senders: Promise<void>[] = [];
  try {
    for (const [kind, rows] of PROGRAM) await sendSurely(kind, rows);
    senders.push(...Array.from({ length: SENDERS }, keepSending));
    for (let kill = 0; kill < kills; kill++) {
      const wanted = accepted + 1 + random(4);
      await until(async () => accepted >= wanted, 60_000);
      await sleep(random(200));
      const killed = any();
      await killed.kill();
      const reached = accepted;
      for (const { url } of processes.filter((each) => each !== killed)) await checkReader(url);
      // One that was under way may have been accepted by the process before it died.
      longestOutageMs = Math.max(
        longestOutageMs,
        await until(async () => accepted > reached + SENDERS, 60_000),
      );
      await killed.start();
      if (kill % 10 === 0) await credit();
      say?.(`${kills - kill - 1} kills left, ${accepted} batches accepted`);
    }
    stopping.abort();
    await Promise.all(senders);
    await credit();
    // One more process makes its store from the log.
    await group.join();
    await compare(await sendSurely('rates', [{ currency: 'CHF', rate_date: '2024-03-01', per_usd: 0.9 }]));
    const sorted = lags.toSorted((a, b) => a - b);
    const lagMs = { median: sorted[sorted.length >> 1] ?? 0, longest: sorted.at(-1) ?? 0 };
    return { batches: accepted, longestOutageMs, lagMs, faults };
  } finally {
    stopping.abort();
    await Promise.allSettled(senders);
    await group.close();
    await database.close();
  }

  async function keepSending(): Promise<void> {
    while (!stopping.signal.aborted) {
      const asOf = await sendSurely('orders', ordersOf(begun++));
      accepted += 1;
      const sent = performance.now();
      const seen = await group.report(any().url, ORDERS, { 'x-as-of': asOf });
      if (seen?.status !== 200) continue;
      lags.push(performance.now() - sent);
      if (seen.asOf < asOf) faults.push('A caller did not read what it had written.');
    }
  }

  /** Sends a batch to any process until it is accepted. */
  async function sendSurely(kind: string, rows: readonly object[]): Promise<string> {
    for (;;) {
      const answer = await group.send(any().url, kind, rows);
      if (answer?.status === 200) return answer.asOf;
      if (answer && answer.status < 500) throw new Error(`${kind}: ${answer.status} ${answer.text}`);
      await sleep(50);
    }
  }

  /** A reader answers while another process is dead, and from nothing that the log does not have. */
  async function checkReader(url: string): Promise<void> {
    const answer = await group.report(url, ORDERS);
    const { rows } = await sql<{ number: number }>`select number::float8 as number from log_head`.execute(db);
    if (answer?.status !== 200) faults.push(`A reader answered ${answer?.status} ${answer?.text}.`);
    const version = Number(/^"(\d+)-/.exec(answer?.etag ?? '')?.[1]);
    if (!(version <= (rows[0]?.number ?? 0))) faults.push(`A reader has batch ${version}, the log has not.`);
  }

  async function credit(): Promise<void> {
    const { code, output } = await group.command('credit', '--through', THROUGH);
    if (code !== 0) faults.push(`Crediting failed: ${output}`);
  }

  /** A process that has little of the machine may need longer than it makes a caller wait. */
  async function reportOf(url: string, path: string, asOf: string) {
    for (const deadline = performance.now() + CURRENT_WITHIN_MS; ;) {
      const answer = await group.report(url, path, { 'x-as-of': asOf });
      if (answer?.status !== 503 || performance.now() > deadline) return answer;
    }
  }

  async function compare(asOf: string): Promise<void> {
    for (const path of READINGS) {
      const answers = await Promise.all(processes.map(({ url }) => reportOf(url, path, asOf)));
      const [first] = answers;
      if (first?.status !== 200) faults.push(`${path} answers ${first?.status}: ${first?.text}`);
      if (answers.some((each) => each?.text !== first?.text || each?.etag !== first?.etag))
        faults.push(`${path} differs between processes.`);
    }
    const performance = await group.report(group.first.url, PERFORMANCE, { 'x-as-of': asOf });
    const { totals } = JSON.parse(performance?.text ?? '') as { totals: { volume_lots: number } };
    // An order has one lot.
    if (totals.volume_lots !== accepted * ORDERS_PER_BATCH)
      faults.push(`Reports have ${totals.volume_lots} lots instead of ${accepted * ORDERS_PER_BATCH}.`);
    const { rows } = await sql<{ orders: number; batches: number; gaps: number }>`
      select sum(accepted) filter (where kind = 'orders')::float8 as orders,
        count(*) filter (where kind = 'orders')::float8 as batches, (max(number) - count(*))::float8 as gaps
      from batch`.execute(db);
    const ledger = await sql<{ rewards: number }>`
      select sum(amount)::float8 as rewards from wallet_entry where kind in ('reward', 'adjustment')`.execute(
      db,
    );
    const earned = accepted * ORDERS_PER_BATCH * REWARD_PER_ORDER_USD;
    if (ledger.rows[0]?.rewards !== earned)
      faults.push(`The ledger has rewards of ${ledger.rows[0]?.rewards} USD instead of ${earned}.`);
    const expected = { orders: accepted * ORDERS_PER_BATCH, batches: accepted, gaps: 0 };
    if (JSON.stringify(rows[0]) !== JSON.stringify(expected))
      faults.push(`The log has ${JSON.stringify(rows[0])} instead of ${JSON.stringify(expected)}.`);
  }
}

/** A linear congruential generator: the same seed gives the same choices. */
function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
