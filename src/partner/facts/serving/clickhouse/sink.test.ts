import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openCluster } from '../../../../platform/clickhouse/index.ts';
import { temporaryFolder } from '../../../../testing/folder.ts';
import { openTestStore } from '../../../testing/facts.ts';
import { Sink } from './sink.ts';

const WAIT = { timeout: 60_000 };
/** What ClickHouse says of a row that it refuses. */
const REFUSAL =
  'Code: 469. DB::Exception: Constraint `none` for table orders_1 is violated. Column values: equity = 77. (VIOLATED_CONSTRAINT)';

/** Copies a store to a server that is there and refuses every statement. */
async function startSink() {
  const server = createServer(({ url }, response) => {
    if (url === '/ping') response.end('Ok.\n');
    else response.writeHead(500).end(REFUSAL);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cluster = openCluster({
    nodes: [[`http://127.0.0.1:${(server.address() as AddressInfo).port}`]],
    name: '',
    isReplicated: false,
    username: 'default',
    password: '',
    database: 'default',
    connections: 1,
  });
  const store = await openTestStore(temporaryFolder());
  const errors: unknown[] = [];
  let looks = 0;
  const isWriter = (): boolean => {
    looks += 1;
    return true;
  };
  const sink = new Sink({ ...store, cluster, isWriter, onError: (error) => errors.push(error) });
  onTestFinished(async () => {
    await sink.stop();
    await store.close();
    await cluster.close();
    server.closeAllConnections();
    server.close();
  });
  return { store, sink, errors, looks: () => looks };
}

test('what a server says of a row is for the log, and not for those who read why the last copy failed', async () => {
  const { sink, errors } = await startSink();
  await vi.waitFor(() => expect(sink.failures).toBeGreaterThan(0), WAIT);
  expect(sink.error).toBe('The facts could not be copied to ClickHouse: look into the log.');
  expect(String(errors[0])).toContain('equity = 77');
});

test('why the last copy failed stays known while the store is written, which delays the next one', async () => {
  const { store, sink, looks } = await startSink();
  await vi.waitFor(() => expect(sink.error).toBeDefined(), WAIT);
  const ending = new EventTarget();
  const writing = store.database.write(() => once(ending, 'end'));
  try {
    await vi.waitFor(() => expect(store.database.revision).toBeUndefined(), WAIT);
    const before = looks();
    await vi.waitFor(() => expect(looks()).toBeGreaterThan(before + 1), WAIT);
    expect(sink.error).toBeDefined();
  } finally {
    ending.dispatchEvent(new Event('end'));
    await writing;
  }
});
