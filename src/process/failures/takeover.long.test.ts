import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { spawnExchange } from '../../../exchange/testing/spawn.ts';
import { startProxy } from '../../platform/postgres/testing/proxy.ts';
import { openReceiver } from '../../platform/webhooks/testing/receiver.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { compare } from '../../trading/withdrawals/testing/compare.ts';
import { allowAll, rest } from '../../trading/withdrawals/testing/rest.ts';
import { until } from '../testing/partners.ts';
import { openTraders, type Trader } from '../testing/traders.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 60_000 });

const WITHIN_MS = 15_000;
/** Only there to end what cannot succeed. */
const PATIENCE_MS = 120_000;
const PAYMENTS = 20;
const SUBMITTER = 'withdrawal.submit default aurora';

const folder = makeFolder();
const exchange = await spawnExchange({ directory: join(folder, 'exchange'), profile: 'aurora', seed: '1' });
await exchange.control.pace({ withdrawalDelayMs: 50, latencyMs: 0 });
const receiver = await openReceiver();
afterAll(async () => {
  await exchange.kill('SIGKILL');
  await removeFolder(folder);
});

test.each([
  [
    'is stopped',
    async ({ child }: Trader) => {
      child.kill('SIGSTOP');
      return () => void child.kill('SIGCONT');
    },
  ],
  [
    'is behind a link that is cut',
    async (_worker: Trader, line: Awaited<ReturnType<typeof startProxy>>) => {
      line.freeze();
      return () => line.thaw();
    },
  ],
])(
  'when a worker %s, another submits withdrawals and delivers webhooks within 15 s, and nothing is paid twice when it wakes up',
  async (_how, lose) => {
    const { url, db, sql } = await createTestDatabase();
    await allowAll(db);
    const line = await startProxy(url);
    receiver.received.length = 0;
    const received = () =>
      receiver.received.map(({ message }) => message as unknown as { data: { id: string; to: string } });
    const traders = openTraders({ databaseUrl: url, venues: { aurora: exchange.baseUrl } });
    try {
      const service = await traders.start({ roles: 'trading' });
      const lost = await traders.start({ roles: 'worker', databaseUrl: line.url });
      const holderOf = async (name: string) =>
        (await sql<{ holder: string }[]>`select holder from lease where name = ${name}`)[0]?.holder;
      const isHeldBy = async (name: string, { child }: Trader) =>
        (await holderOf(name))?.endsWith(`:${child.pid}`) === true;
      await until(() => isHeldBy('webhooks', lost), PATIENCE_MS);
      const destination = { url: receiver.url, events: ['withdrawal.state-changed'] };
      expect((await traders.ask(service, 'POST', '/notification/v1/destinations', destination)).status).toBe(
        201,
      );
      const ids = new Set<string>();
      /** The time until all are sent and all webhooks of it have arrived. */
      const pay = async (): Promise<number> => {
        const began = performance.now();
        const created = new Set<string>();
        for (let count = 0; count < PAYMENTS; count++) created.add(await traders.withdraw(service, 'aurora'));
        for (const id of created) ids.add(id);
        await until(async () => {
          const sent = received().filter(({ data }) => data.to === 'SUBMITTED' && created.has(data.id));
          return new Set(sent.map(({ data }) => data.id)).size === PAYMENTS;
        }, PATIENCE_MS);
        return performance.now() - began;
      };
      const usualMs = await pay();

      // The venue hangs, so that the worker stays in the middle of a submission.
      await exchange.control.fault({ operation: 'withdraw', fault: { type: 'delay', ms: 60_000 } });
      const first = await traders.withdraw(service, 'aurora');
      ids.add(first);
      await until(() => isHeldBy(SUBMITTER, lost), PATIENCE_MS);
      const other = await traders.start({ roles: 'worker' });
      await until(() => isHeldBy(SUBMITTER, lost), PATIENCE_MS);
      const wake = await lose(lost, line);
      await exchange.control.clearFaults();

      // What the lost worker was sending is looked up after its deadline. On a busy machine payments take long by themselves.
      expect(await pay()).toBeLessThan(WITHIN_MS + 5 * usualMs);
      expect(await isHeldBy('webhooks', other)).toBe(true);
      wake();
      await rest(db);
      const { faults, endings } = await compare(db, exchange.control, ids);
      expect(faults.filter((fault) => !fault.startsWith('The venue has'))).toEqual([]);
      expect(endings).toEqual({ COMPLETED: 2 * PAYMENTS + 1 });
      // The one that woke up works again.
      await until(
        async () =>
          (await sql`select from lease where name like 'worker trading %' and expires_at > now()`).length ===
          2,
        PATIENCE_MS,
      );
    } finally {
      await traders.close();
      await line.cut();
    }
  },
);
