import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../src/config/index.ts';
import { operatorContext, withFacts } from '../src/process/index.ts';
import { loadDemo } from '../src/partner/demo/index.ts';
import { kindNamed } from '../src/partner/facts/kinds/index.ts';
import { type Facts, factsContext } from '../src/partner/facts/handle/index.ts';
import { median, report } from './harness/measure.ts';

const ORDERS = Number(process.env['FACTS_BENCH_ORDERS'] ?? 2_000_000);
const MEMORY_MIB = Number(process.env['FACTS_BENCH_MEMORY_MIB'] ?? 2048);
const DEMO_ORDERS = 200_000;
/** As many as the server has loaded at its first start, so that the accounts are the same. */
const FIRST_DEMO_ORDERS = 20_000;
const BATCH_ORDERS = 100_000;
const BATCHES = 5;
const PORT = 18_083;

const folder = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
// Root runs the database as another account, which has to enter the folder.
await chmod(folder, 0o755);
try {
  const parquetRate = await measureParquet(join(folder, 'parquet'));
  await measureHttp(join(folder, 'http'), parquetRate);
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Returns how many orders a second were imported. */
async function measureParquet(data: string): Promise<number> {
  const file = join(folder, 'orders.parquet');
  await withDemo(data, DEMO_ORDERS, async ({ database }) => {
    const copies = Math.ceil(ORDERS / DEMO_ORDERS);
    await database.write((session) =>
      session.run(
        `copy (${moreOrders(copies)} order by ticket limit ${ORDERS}) to '${file}' (format parquet)`,
      ),
    );
  });
  const rivals = [
    { way: 'copy', rival: "DuckDB's own COPY", target: '>= 0.25' },
    { way: 'copy-newest', rival: 'COPY into the newest form, as ours' },
  ] as const;
  const seconds: Record<string, number> = {};
  const raceRivals = async (): Promise<void> => {
    for (const { way } of rivals)
      seconds[way] = (seconds[way] ?? 0) + (await run(way, folder, file)).seconds / 2;
  };
  await raceRivals();
  const unlogged = await run('unlogged', data, file);
  const ours = await run('import', data, file);
  await raceRivals();
  const rate = ORDERS / ours.seconds;
  for (const { way, ...against } of rivals) {
    report({
      name: `import of ${ORDERS / 1e6} M orders from Parquet, rewarded`,
      figure: rate,
      unit: '/s',
      ratio: (seconds[way] ?? Number.NaN) / ours.seconds,
      ...against,
    });
  }
  report({
    name: `import of ${ORDERS / 1e6} M orders from Parquet, rewarded`,
    figure: rate,
    unit: '/s',
    rival: 'the same without the log',
    ratio: unlogged.seconds / ours.seconds,
    target: '>= 0.8',
  });
  report({ name: 'peak memory of that import', figure: ours.peakMib, unit: 'MiB', target: '<= 4096' });
  const again = await run('rebuild', data, file);
  const figure = (ORDERS + DEMO_ORDERS) / again.seconds;
  report({
    name: `rebuild of a store with ${(ORDERS + DEMO_ORDERS) / 1e6} M orders from the log`,
    figure,
    unit: '/s',
    rival: 'that import',
    ratio: figure / rate,
    target: '>= 1',
  });
  return rate;
}

async function measureHttp(data: string, parquetRate: number): Promise<void> {
  const bodies: Buffer[] = [];
  await withDemo(join(folder, 'same'), FIRST_DEMO_ORDERS, async ({ database }) => {
    const copies = Math.ceil((BATCH_ORDERS * (BATCHES + 1)) / FIRST_DEMO_ORDERS);
    const orders = `${moreOrders(copies, jsonValue)} order by ticket`;
    for (let batch = 0; batch <= BATCHES; batch++) {
      const rows = await database.query(`${orders} limit ${BATCH_ORDERS} offset ${batch * BATCH_ORDERS}`);
      bodies.push(Buffer.from(rows.map((row) => `${JSON.stringify(row, withoutNulls)}\n`).join('')));
    }
  });
  const server = spawn(
    process.execPath,
    [
      join(import.meta.dirname, '../scripts/start.mjs'),
      '--data',
      data,
      '--roles',
      'partner',
      '--partner-port',
      String(PORT),
      '--metrics-port',
      '0',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let said = '';
  server.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  while (!said.includes('Press Ctrl-C')) {
    if (server.exitCode !== null) throw new Error(`It did not start:\n${said}`);
    await Promise.race([once(server.stderr, 'data'), once(server, 'exit')]);
  }
  const headers = await authorize(data);
  const rates: number[] = [];
  for (const [index, body] of bodies.entries()) {
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${PORT}/api/facts/orders/`, {
      method: 'POST',
      headers,
      body,
    });
    const text = await answer.text();
    if (!text.startsWith(`{"accepted":${BATCH_ORDERS},`)) throw new Error(text.slice(0, 1000));
    // The first batch warms up.
    if (index > 0) rates.push((BATCH_ORDERS * 1000) / (performance.now() - began));
  }
  server.kill('SIGINT');
  await once(server, 'exit');
  const figure = median(rates);
  report({
    name: 'orders taken in as NDJSON over HTTP, rewarded',
    figure,
    unit: '/s',
    rival: 'the import from Parquet',
    ratio: figure / parquetRate,
    target: '>= 0.12',
  });
}

function withDemo(data: string, orders: number, work: (facts: Facts) => Promise<void>): Promise<void> {
  return withFacts(loadConfig({ env: {}, flags: { data } }), async (facts) => {
    await loadDemo(factsContext(operatorContext(facts.db), facts), { seed: 1, orders });
    await work(facts);
  });
}

/** The orders of the demo over and over, each time under other tickets. */
function moreOrders(copies: number, value: (name: string) => string = (name) => name): string {
  const fields = Object.keys(kindNamed('orders').fields);
  const selected = fields.map((name) => `${value(name)} as ${name}`).join(', ');
  const renumbered = fields.map((name) =>
    name === 'ticket' ? 'ticket + 1000000000 * (1 + copy) as ticket' : name,
  );
  return `select ${selected} from (select ${renumbered.join(', ')} from orders, range(${copies}) r(copy))`;
}

function withoutNulls(_name: string, value: unknown): unknown {
  return value ?? undefined;
}

function jsonValue(name: string): string {
  const { is } = kindNamed('orders').fields[name]?.type ?? {};
  if (is === 'datetime') return `strftime(${name}, '%Y-%m-%dT%H:%M:%S.%gZ')`;
  return is === 'decimal' ? `${name}::varchar` : name;
}

async function run(way: string, data: string, file: string): Promise<{ seconds: number; peakMib: number }> {
  const child = fork(join(import.meta.dirname, 'servers/facts.ts'), [way, data, file], {
    env: { ...process.env, QUAESTOR_FACTS_MEMORY_MIB: String(MEMORY_MIB) },
  });
  const [measured] = (await once(child, 'message')) as [{ seconds: number; peakMib: number }];
  await once(child, 'exit');
  return measured;
}

async function authorize(data: string): Promise<Record<string, string>> {
  const { operator } = JSON.parse(await readFile(join(data, 'credentials.json'), 'utf8')) as {
    operator: Record<string, string>;
  };
  const answer = await fetch(`http://127.0.0.1:${PORT}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', ...operator }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' };
}
