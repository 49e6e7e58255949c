import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openCluster } from '../../../platform/clickhouse/index.ts';
import { inject } from '../../../testing/inject.ts';
import { temporaryFolder } from '../../../testing/folder.ts';
import { clickhouseEngine } from '../../facts/serving/index.ts';
import { clusterOptions } from '../../testing/clickhouse.ts';
import { openTestStore } from '../../testing/facts.ts';
import { reportEndpoints } from '../routes.ts';
import { serveReports } from '../testing/serve.ts';

const FOUND = ['placements', 'renamed_accounts', 'partner_accounts'];
const PLACE = '["shard","names"]\n["Nullable(UInt8)","Array(String)"]\n[null,[]]\n';

/** Asks for a report of orders while a copy has these tables, and its server says this of the statement of the report. */
async function askWhile(tables: readonly string[], said: string) {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const statement = await text(request);
    if (request.url === '/ping') response.end('Ok.\n');
    else if (statement.includes('placements')) response.end(PLACE);
    else response.writeHead(500).end(said);
  }
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const options = clusterOptions([`http://127.0.0.1:${(server.address() as AddressInfo).port}`]);
  const cluster = openCluster(options);
  const store = await openTestStore(temporaryFolder());
  onTestFinished(async () => {
    await store.close();
    await cluster.close();
    server.closeAllConnections();
    server.close();
  });
  const columns = Object.fromEntries(tables.map((table) => [table, ['partner_no']]));
  await store.db
    .updateTable('served_facts')
    .set({
      begun: '1',
      version: '1',
      columns: sql`${JSON.stringify(columns)}::jsonb`,
      nodes: sql`${JSON.stringify(options.nodes)}::jsonb`,
    })
    .execute();
  const served = { ...store, engine: clickhouseEngine({ ...store, cluster }) };
  return inject(serveReports(reportEndpoints(served, 0)), {
    url: '/api/reports/symbols/',
    headers: { authorization: 'P0' },
  });
}

test.each([
  [
    'column',
    "Code: 47. DB::Exception: Unknown expression identifier 'trial' in scope SELECT. (UNKNOWN_IDENTIFIER)",
  ],
  [
    'column in a table of another shard',
    'Code: 16. DB::Exception: There is no column trial in table orders_1. (NO_SUCH_COLUMN_IN_TABLE)',
  ],
])('a report that needs a %s which the copy does not have yet is asked for again later', async (_, said) => {
  const answer = await askWhile([...FOUND, 'orders'], said);
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.json()).toMatchObject({
    detail:
      'ClickHouse has the facts of another version of Quaestor at present: they are being copied again.',
  });
});

test('so is one that needs a table which the copy does not have yet', async () => {
  const answer = await askWhile(FOUND, '');
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
});

test('so is one of a table that was dropped when a later copy took its place', async () => {
  const said = 'Code: 60. DB::Exception: Unknown table expression identifier orders_1. (UNKNOWN_TABLE)';
  expect((await askWhile([...FOUND, 'orders'], said)).statusCode).toBe(503);
});

test('what a server says of a statement that is wrong for another reason is a failure', async () => {
  const said = 'Code: 43. DB::Exception: Illegal type of argument. (ILLEGAL_TYPE_OF_ARGUMENT)';
  expect((await askWhile([...FOUND, 'orders'], said)).statusCode).toBe(500);
});
