import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { newPort, quaestor } from '../../testing/process.ts';

/** A balance is low only after two looks a minute apart. */
const PATIENCE = { timeout: 240_000, interval: 200 };

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

interface BalanceHistory {
  readonly days: readonly {
    readonly value: string | null;
    readonly venues: readonly {
      readonly venue: string;
      readonly assets: readonly { readonly asset: string; readonly amount: string }[];
    }[];
  }[];
}

interface Flows {
  readonly days: readonly {
    readonly day: string;
    readonly values: Record<'deposits' | 'withdrawals', string | null>;
    readonly flows: readonly {
      readonly venue: string;
      readonly asset: string;
      readonly amounts: Record<'deposits' | 'withdrawals', string>;
    }[];
  }[];
}

interface Row {
  readonly reference: string;
  readonly status: string;
}

const isPast = ({ reference }: Row) => reference.startsWith('payment-');

const rowsOf = async (data: string, url: string, path: string): Promise<Row[]> =>
  ((await read('viewer', data, url, path)) as { content: Row[] }).content;

/** What the venue that asks wants to know more about. */
async function heldReason(data: string, url: string): Promise<string | null> {
  const path = '/trade/v1/venues/withdrawals?q=reference:grant*&expand=approvals';
  const { content } = (await read('viewer', data, url, path)) as {
    readonly content: readonly { readonly waitingReason: string | null }[];
  };
  return content[0]?.waitingReason ?? null;
}

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

it('a newcomer finds a desk with three months and a morning behind it, once, although the first start was killed', async () => {
  const data = temporaryFolder();
  const first = await start(data);
  const all = ({ url }: { url: string }) => rowsOf(data, url, '/trade/v1/venues/withdrawals?pageSize=100');
  const withdrawals = async (at: { url: string }) => (await all(at)).filter((row) => !isPast(row));
  await vi.waitUntil(async () => (await withdrawals(first)).length > 0, PATIENCE);
  first.child.kill('SIGKILL');
  await first.ended;

  const second = await start(data);
  await vi.waitUntil(() => existsSync(join(data, 'desk-filled')), PATIENCE);
  const statusOf = async () =>
    Object.fromEntries((await withdrawals(second)).map(({ reference, status }) => [reference, status]));
  await vi.waitUntil(
    async () => Object.values(await statusOf()).filter((status) => status === 'COMPLETED').length === 5,
    PATIENCE,
  );
  await vi.waitUntil(async () => (await heldReason(data, second.url)) !== null, PATIENCE);
  expect(await withdrawals(second)).toHaveLength(11);
  expect(await statusOf()).toEqual({
    'invoice-2041': 'COMPLETED',
    'cold-storage-7': 'COMPLETED',
    'invoice-2042': 'CANCELLED',
    'refund-88': 'COMPLETED',
    'invoice-2043': 'APPROVAL_REQUESTED',
    'cold-storage-8': 'APPROVAL_REQUESTED',
    'market-maker-3': 'APPROVAL_REQUESTED',
    'rebalance-44': 'COMPLETED',
    'invoice-2044': 'COMPLETED',
    'invoice-2045': 'APPROVAL_REQUESTED',
    'grant-12': 'SUBMITTED',
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
  expect(await read('viewer', data, second.url, '/trade/v1/destinations')).toMatchObject([
    { alias: 'cold-storage', status: 'CONFIRMED', recipient: null },
    { alias: 'kitakaze-trading', status: 'CONFIRMED', recipient: { hash: expect.any(String) as string } },
    { alias: 'market-maker', status: 'UNCONFIRMED', recipient: null },
  ]);
  const [kept, low] = (await vi.waitUntil(async () => {
    const balances = (await read('viewer', data, second.url, '/trade/v1/managed-balances')) as {
      proposal: { amount: string; from: { venue: string } } | null;
      state: string;
    }[];
    return balances.some(({ proposal }) => proposal !== null) && balances;
  }, PATIENCE)) as { state: string; proposal: object | null }[];
  expect(kept).toMatchObject({ state: 'OK', proposal: null });
  expect(low).toMatchObject({
    state: 'LOW',
    proposal: { kind: 'TRANSFER', amount: '2500', from: { venue: 'aurora' }, to: { venue: 'cumulus' } },
  });
  const [webhook] = (await read('operator', data, second.url, '/notification/v1/destinations')) as {
    id: string;
    url: string;
  }[];
  const inbox = async () => (await fetch(webhook?.url ?? '')).text();
  await vi.waitUntil(async () => (await inbox()).includes(`verified: destination ${webhook?.id}.`), PATIENCE);
  expect(await heldReason(data, second.url)).toContain('wants to know more before it pays');
  const [transfer] = await rowsOf(data, second.url, '/trade/v1/transfers');
  expect(transfer).toMatchObject({ reference: 'rebalance-44', status: 'IN_FLIGHT' });

  const past = (await all(second)).filter(isPast);
  expect(past.length).toBeGreaterThan(20);
  expect(past.every(({ status }) => status === 'COMPLETED')).toBe(true);
  const [held, moved] = (await Promise.all(
    ['balances/history', 'flows'].map((path) => read('viewer', data, second.url, `/trade/v1/${path}`)),
  )) as [BalanceHistory, Flows];
  expect(held.days.filter(({ value }) => value === null)).toEqual([]);
  const sumOf = (kind: 'deposits' | 'withdrawals') =>
    moved.days.reduce((sum, { values }) => sum + Number(values[kind]), 0);
  expect(Math.min(sumOf('deposits'), sumOf('withdrawals'))).toBeGreaterThan(100_000);
  // What a venue held of an asset changes by nothing but what came and went.
  const before = held.days.map(({ venues }) => venues.find(({ venue }) => venue === 'borealis'));
  for (const [index, { day, flows }] of moved.days.entries()) {
    if (index === 0 || index === moved.days.length - 1) continue;
    const [a, b] = [before[index - 1], before[index]].map((venue) =>
      Number(venue?.assets.find(({ asset }) => asset === 'BTC')?.amount),
    );
    const flow = flows.find(({ venue, asset }) => venue === 'borealis' && asset === 'BTC')?.amounts;
    const change = Number(flow?.deposits ?? 0) - Number(flow?.withdrawals ?? 0);
    expect([day, ((b ?? 0) - (a ?? 0)).toFixed(4)]).toEqual([day, change.toFixed(4)]);
  }
  expect(second.output()).not.toContain('could not be filled');
}, 600_000);
