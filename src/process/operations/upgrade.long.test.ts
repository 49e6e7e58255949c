import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../testing/bundle.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { ordersOf, ORDERS_PER_BATCH, PROGRAM } from '../testing/orders.ts';
import { startPartners, until } from '../testing/partners.ts';

const ORDERS = '/api/reports/orders/?date_from=2024-03-01&date_to=2024-03-31&limit=1';

/** The next version, whose orders have one more optional field and whose stores therefore have another layout. */
const oneMoreField: Plugin = {
  name: 'one more field',
  setup(build) {
    build.onLoad({ filter: /facts\/kinds\/clients\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const field = "desk: optional(code('The desk that took it.', 'd-1')),\n    close_by:";
      return { contents: source.replace('close_by:', field), loader: 'ts' };
    });
  },
};

test(
  'processes are replaced one by one by a version with another layout, while imports and reports go on',
  { timeout: 180_000 },
  async () => {
    const next = await bundle(join(import.meta.dirname, '../../main.ts'), [oneMoreField]);
    onTestFinished(next.remove);
    const { url, sql } = await createTestDatabase();
    const group = await startPartners(url, 2);
    onTestFinished(() => group.close());
    const [first = group.first, second = group.first] = group.processes;
    for (const [kind, rows] of PROGRAM) await group.send(first.url, kind, rows);

    const faults: string[] = [];
    const stopping = new AbortController();
    let sent = 0;
    /** The process that a load balancer would choose. */
    let serving = [first, second];
    const someone = (): string => (serving[sent % serving.length] ?? first).url;
    const keepSending = async (): Promise<void> => {
      while (!stopping.signal.aborted) {
        const answer = await group.send(someone(), 'orders', ordersOf(sent));
        if (answer?.status === 200) sent += 1;
        else if (answer && answer.status !== 503) faults.push(`${answer.status} ${answer.text}`);
      }
    };
    const keepReading = async (): Promise<void> => {
      while (!stopping.signal.aborted) {
        const { url: asked } = serving[0] ?? first;
        const answer = await group.report(asked, ORDERS);
        const isServing = serving.some((each) => each.url === asked);
        if (isServing && answer?.status !== 200) faults.push(`a report answered ${answer?.status}`);
      }
    };
    const running = [keepSending(), keepReading()];
    const progress = async (): Promise<void> => {
      const wanted = sent + 2;
      await until(async () => sent >= wanted, 60_000);
    };
    const replace = async (process: typeof first, program?: string): Promise<void> => {
      serving = [first, second].filter((each) => each !== process);
      await process.kill('SIGTERM');
      await progress();
      await process.start(program);
      serving = [first, second];
      await progress();
    };
    await progress();
    await replace(second, next.path);
    // The first one comes back in its former version and follows the second, which now writes.
    await replace(first);
    const tickets = [1_000_001, 1_000_002].map((ticket) => ({ ...ordersOf(0)[0], ticket, desk: 'd-7' }));
    const withField = await group.send(second.url, 'orders', tickets);
    expect(withField).toMatchObject({ status: 200 });
    await replace(first, next.path);
    stopping.abort();
    await Promise.all(running);

    expect(faults).toEqual([]);
    const [logged] = await sql`
      select sum(accepted)::int as orders, (select max(number) - count(*) from batch)::int as gaps
      from batch where kind = 'orders'`;
    expect(logged).toEqual({ orders: sent * ORDERS_PER_BATCH + tickets.length, gaps: 0 });
    const { asOf = '' } = (await group.send(first.url, 'rates', [RATE])) ?? {};
    const answers = await Promise.all(
      [first, second].map((each) => group.report(each.url, ORDERS, { 'x-as-of': asOf })),
    );
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(answers[1]).toEqual(answers[0]);
    // The former layout answers until the store of the next one is made; one former store is kept.
    for (const { data } of [first, second]) {
      const stores = (): string[] => readdirSync(join(data, 'facts')).filter(isStore);
      await expect.poll(stores, { timeout: 60_000, interval: 50 }).toHaveLength(2);
    }
    const after = await group.report(first.url, ORDERS);
    expect(after?.text).toBe(answers[0]?.text);
  },
);

const RATE = { currency: 'CHF', rate_date: '2024-03-01', per_usd: 0.9 };
const isStore = (name: string): boolean => /^store-[0-9a-f]+[.]duckdb$/.test(name);
