import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { loadConfig } from '../src/config/index.ts';
import { systemClock } from '../src/kernel/index.ts';
import { openDatabase, openSecrets, operatorContext } from '../src/process/index.ts';
import { createDestination, openSender, startDeliveries } from '../src/platform/webhooks/index.ts';
import { report } from './harness/measure.ts';

const DELIVERIES = 10_000;
const RESOURCES = 2_000;

const data = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
await chmod(data, 0o755);
const config = loadConfig({ env: {}, flags: { data } });
const opened = await openDatabase(config, { own: true, say: () => {} });
const { database } = opened;
const { db } = database;
const webhooks = { secrets: await openSecrets(config), sender: openSender({ allowPrivateAddresses: true }) };
const receiver = fork(join(import.meta.dirname, 'servers/receiver.ts'));
const [url] = (await once(receiver, 'message')) as [string];

await createDestination({ ...operatorContext(db), service: 'trading' }, webhooks, {
  url,
  events: ['withdrawal.state-changed'],
});
const payload = JSON.stringify({ id: 'x', withdrawal: { reference: 'r', note: 'n'.repeat(500) } });
await sql`insert into outbox (tenant, type, resource_kind, resource_id, payload, created_at)
  select 'default', 'withdrawal.state-changed', 'withdrawal', (n % ${RESOURCES}::int)::text, ${payload}::text::jsonb, now()
  from generate_series(1, ${DELIVERIES}::int) n`.execute(db);

const start = performance.now();
const deliveries = startDeliveries({
  ...webhooks,
  database,
  clock: systemClock,
  logger: { warn: console.warn },
  random: Math.random,
  stopTimeoutMs: 1000,
});
for (let delivered = 0; delivered < DELIVERIES;) {
  const counted = sql<{
    rows: string;
  }>`select count(*) as rows from webhook_delivery where state = 'DELIVERED'`;
  delivered = Number((await counted.execute(db)).rows[0]?.rows);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
const seconds = (performance.now() - start) / 1000;
report({
  name: `${DELIVERIES} deliveries, signed, in order per resource`,
  figure: DELIVERIES / seconds,
  unit: '/s',
});
await deliveries.stop();
webhooks.sender.close();
receiver.disconnect();
await opened.close();
await rm(data, { recursive: true });
