import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openClickhouse, type Clickhouse } from './index.ts';

/** A server that answers every statement with the same text, as something between it and this process may. */
async function answering(text: string): Promise<Clickhouse> {
  const server = createServer(({ url }, response) => response.end(url === '/ping' ? 'Ok.\n' : text));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clickhouse = openClickhouse({
    url,
    username: 'default',
    password: '',
    database: 'default',
    connections: 1,
  });
  onTestFinished(async () => {
    await clickhouse.close();
    server.closeAllConnections();
    server.close();
  });
  return clickhouse;
}

const COLUMNS = '["a","b"]\n["String","Decimal(38, 8)"]\n';

test.each([
  ['is empty', ''],
  ['is the page of a proxy', '<html>\n<body>Welcome</body>\n</html>\n'],
  ['ends before the types of its columns', '["a","b"]\n'],
  ['has a row with too few cells', `${COLUMNS}["x","1"]\n["y"]\n`],
  [
    'ends with an error in place of a row',
    `${COLUMNS}["x","1"]\n["Code: 241. DB::Exception: In scope SELECT"]\n`,
  ],
])('an answer that %s is a 503, and never taken for the rows', async (_how, text) => {
  const clickhouse = await answering(text);
  const refused = {
    code: 'unavailable',
    message: expect.stringMatching(
      /^The answer of the ClickHouse server 127\.0\.0\.1:\d+ is not whole:/,
    ) as string,
  };
  await expect(clickhouse.query('select a, b')).rejects.toMatchObject(refused);
  const readAll = async (): Promise<void> => {
    for await (const _ of clickhouse.stream('select a, b'));
  };
  await expect(readAll()).rejects.toMatchObject(refused);
});

test('an answer without rows has none', async () => {
  const clickhouse = await answering(COLUMNS);
  expect(await clickhouse.query('select a, b')).toEqual([]);
});
