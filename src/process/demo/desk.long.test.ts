import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { newPort, quaestor } from '../../testing/process.ts';

const PATIENCE = { timeout: 120_000, interval: 200 };

async function start(data: string) {
  const port = await newPort();
  const ports = ['--trading-port', `${port}`, '--metrics-port', '0'];
  const server = quaestor(['serve', '--demo-desk', '--data', data, '--roles', 'trading,worker', ...ports]);
  onTestFinished(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  });
  await server.until('Press Ctrl-C to stop.');
  return { ...server, url: `http://127.0.0.1:${port}` };
}

interface Row {
  readonly reference: string;
  readonly status: string;
}

const rowsOf = async (data: string, url: string, path: string): Promise<Row[]> =>
  ((await read('viewer', data, url, path)) as { content: Row[] }).content;

async function read(client: string, data: string, url: string, path: string): Promise<unknown> {
  const secrets = JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8')) as Record<
    string,
    Record<string, string>
  >;
  const granted = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', ...secrets[client] }),
  });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return answer.json();
}

it('a newcomer finds a desk with a morning behind it, once, although the first start was killed', async () => {
  const data = temporaryFolder();
  const first = await start(data);
  const withdrawals = ({ url }: { url: string }) => rowsOf(data, url, '/trade/v1/venues/withdrawals');
  await vi.waitUntil(async () => (await withdrawals(first)).length > 0, PATIENCE);
  first.child.kill('SIGKILL');
  await first.ended;

  const second = await start(data);
  await vi.waitUntil(() => existsSync(join(data, 'desk-filled')), PATIENCE);
  const statusOf = async () =>
    Object.fromEntries((await withdrawals(second)).map(({ reference, status }) => [reference, status]));
  await vi.waitUntil(
    async () => Object.values(await statusOf()).filter((status) => status === 'COMPLETED').length === 3,
    PATIENCE,
  );
  expect(await withdrawals(second)).toHaveLength(7);
  expect(await statusOf()).toEqual({
    'invoice-2041': 'COMPLETED',
    'cold-storage-7': 'COMPLETED',
    'invoice-2042': 'CANCELLED',
    'refund-88': 'COMPLETED',
    'invoice-2043': 'APPROVAL_REQUESTED',
    'cold-storage-8': 'APPROVAL_REQUESTED',
    'market-maker-3': 'APPROVAL_REQUESTED',
  });
  const conversions = await rowsOf(data, second.url, '/trade/v1/conversions');
  expect(conversions.map(({ reference }) => reference).sort()).toEqual([
    'rebalance-41',
    'rebalance-42',
    'rebalance-43',
  ]);
  expect(await read('operator', data, second.url, '/trade/v1/policies')).toMatchObject({
    active: { version: 1, proposedBy: 'operator', confirmedBy: 'approver' },
    proposed: null,
  });
  expect(second.output()).not.toContain('could not be filled');
}, 300_000);
