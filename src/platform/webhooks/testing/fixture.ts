import { onTestFinished } from 'vitest';
import { newTraceId, systemClock, type Actor, type Context } from '../../../kernel/index.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { SECRETS } from '../../auth/testing/fixture.ts';
import type { Database, Db } from '../../postgres/index.ts';
import { createMetrics } from '../../telemetry/index.ts';
import { createDestination, measureWebhooks, openSender, startDeliveries } from '../index.ts';

const ALL = ['thing.made', 'thing.changed'];

const sender = openSender({ allowPrivateAddresses: true });
export const WEBHOOKS = { secrets: SECRETS, sender };

export const actorOf = (tenant: string): Actor => ({
  kind: 'client',
  id: 'desk',
  tenant,
  scopes: new Set(['webhooks:edit']),
});

export const contextOf = ({ db }: Database, tenant = 'acme'): Context<Db> => ({
  actor: actorOf(tenant),
  db,
  clock: systemClock,
  service: 'trading',
  traceId: newTraceId(),
  signal: new AbortController().signal,
});

export async function openFixture() {
  const database = await createTestDatabase();
  const { sql } = database;

  const listen = (url: string, events: readonly string[] = ALL, tenant = 'acme') =>
    createDestination(contextOf(database, tenant), WEBHOOKS, { url, events });

  /** Events as commands write them, numbered from `first`. */
  const tell = (resource: string, count = 1, first = 1, tenant = 'acme', type = 'thing.changed') =>
    sql`insert into outbox (tenant, type, resource_kind, resource_id, payload, created_at)
      select ${tenant}, ${type}, 'thing', ${resource}, jsonb_build_object('n', n, 'resource', ${resource}::text), now()
      from generate_series(${first}::int, ${first + count - 1}::int) n`;

  /** Delivers as a process of its own would, until the test ends. */
  function deliver() {
    const deliveries = startDeliveries({
      ...WEBHOOKS,
      database,
      clock: systemClock,
      logger: { warn: () => {} },
      random: () => 0,
      stopTimeoutMs: 100,
    });
    onTestFinished(() => deliveries.stop());
    return deliveries;
  }

  const states = async () =>
    (await sql<{ state: string }[]>`select state from webhook_delivery order by event_id`).map(
      ({ state }) => state,
    );

  /** Resolves when nothing is left to be delivered. */
  async function settled(): Promise<void> {
    for (;;) {
      const [left] = await sql`select from outbox union all
        select from webhook_delivery where state = 'PENDING' limit 1`;
      if (!left) return;
      await sql`select pg_sleep(0.02)`;
    }
  }

  const metrics = createMetrics();
  measureWebhooks(metrics, database.db, systemClock);
  /** The values of all measures, by name and labels. */
  async function measures(): Promise<Record<string, number>> {
    const found = (await metrics.registry.metrics()).matchAll(/^(quaestor_webhook\S+) (\S+)$/gm);
    return Object.fromEntries(Array.from(found, ([, name = '', value]) => [name, Number(value)]));
  }

  return { database, sql, listen, tell, deliver, states, settled, measures };
}
