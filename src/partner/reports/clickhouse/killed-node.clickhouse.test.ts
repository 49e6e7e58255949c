import { expect, onTestFinished, test, vi } from 'vitest';
import type { Clickhouse } from '../../../platform/clickhouse/index.ts';
import { startShards, type ClickhouseServer } from '../../../testing/clickhouse/start.ts';
import { publish } from '../../facts/serving/index.ts';
import { changing, type Change } from '../../testing/clickhouse.ts';
import { answersOf, changeTwo, fill, openBoth, tradesOf, watch } from '../testing/served.ts';

const WAIT = { timeout: 60_000, interval: 20 };

/** When a server is killed: at the first statement of a kind, and what has happened until then. */
interface Moment {
  readonly statement: RegExp;
  readonly reach: (change: Change, node: Clickhouse) => Promise<void>;
}

const MOMENTS: readonly Moment[] = [
  // The new order has arrived, and the one that it replaces still holds.
  { statement: /^insert into orders_\d+$/, reach: ({ make }) => make() },
  // The former order is about to be ended, which the server would finish by itself when it is back.
  {
    statement: /^alter table orders_\d+ update until/,
    async reach({ make }, node) {
      await node.run('system stop merges');
      make().catch(() => {});
      const unfinished =
        'select mutation_id from system.mutations where database = currentDatabase() and not is_done';
      await vi.waitFor(async () => expect(await node.query(unfinished)).toHaveLength(1), WAIT);
    },
  },
  // The copy after an interrupted one has half a set of tables.
  { statement: /^alter table orders_\d+ attach/, reach: ({ make }) => make() },
];

test.each([1, 2])(
  'of %i nodes, one that is killed in the middle of a publication shows nothing of it; the next one is whole',
  async (count) => {
    const servers = await startShards(count);
    onTestFinished(async () => void (await Promise.all(servers.map((server) => server.remove()))));
    const { store, served, cluster } = await openBoth(servers.map(({ url }) => url));
    await fill(store);
    await publish({ ...store, cluster });
    const before = await answersOf(served);
    const trades = [await tradesOf(store)];
    await changeTwo(store);
    const after = await answersOf(store);
    trades.push(await tradesOf(store));
    const watched = watch(() => tradesOf(served));

    for (const { statement, reach } of MOMENTS) {
      let killed: ClickhouseServer | undefined;
      const dying = changing(cluster, async (change) => {
        if (killed || !statement.test(change.sql)) return change.make();
        killed = servers.find(({ url }) => url === change.url);
        await reach(change, cluster.at(change.url));
        await killed?.kill();
      });
      await expect(publish({ ...store, cluster: dying })).rejects.toMatchObject({ code: 'unavailable' });
      await killed?.restart();
      const { url = '' } = killed ?? {};
      await vi.waitFor(() => cluster.at(url).query('select 1'), WAIT);
      expect(await answersOf(served)).toEqual(before);
    }

    await publish({ ...store, cluster });
    expect(await answersOf(served)).toEqual(after);
    expect(await tradesOf(served)).toBe(trades[1]);
    const { answers, refused } = await watched.stop();
    expect(refused).toBeGreaterThan(0);
    expect(answers).toEqual(trades);
  },
);
