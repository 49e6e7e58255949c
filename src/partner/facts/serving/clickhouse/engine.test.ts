import { expect, onTestFinished, test, vi } from 'vitest';
import { openCluster } from '../../../../platform/clickhouse/index.ts';
import { temporaryFolder } from '../../../../testing/folder.ts';
import { openTestStore } from '../../../testing/facts.ts';
import { clickhouseEngine } from './engine.ts';

test('many requests that wait for a batch ask the database a few times, and see the batch when it is there', async () => {
  const store = await openTestStore(temporaryFolder());
  const cluster = openCluster({
    nodes: [],
    name: '',
    isReplicated: false,
    username: 'default',
    password: '',
    database: 'default',
    connections: 1,
  });
  onTestFinished(async () => {
    await cluster.close();
    await store.close();
  });
  let asked = 0;
  const db = store.db.withPlugin({
    transformQuery({ node }) {
      asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const engine = clickhouseEngine({ ...store, db, cluster });
  const positions = await Promise.all(Array.from({ length: 1000 }, () => engine.position()));
  expect(new Set(positions.map(({ applied }) => applied))).toEqual(new Set([0]));
  expect(asked).toBeLessThan(20);
  await store.db.updateTable('served_facts').set({ applied: '7' }).execute();
  await vi.waitFor(async () => expect((await engine.position()).applied).toBe(7));
});
