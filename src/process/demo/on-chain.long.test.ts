import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../testing/folder.ts';
import { newPort, quaestor } from '../../testing/process.ts';

const PATIENCE = { timeout: 180_000, interval: 500 };

type Credentials = Record<string, { readonly client_id: string; readonly client_secret: string }>;

async function start(data: string) {
  const [trading, partner] = [await newPort(), await newPort()];
  const ports = ['--trading-port', `${trading}`, '--partner-port', `${partner}`, '--metrics-port', '0'];
  const server = quaestor(['serve', '--demo-desk', '--data', data, ...ports]);
  onTestFinished(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  });
  await server.until('Press Ctrl-C to stop.');
  const path = join(data, 'credentials.json');
  const secrets = JSON.parse(readFileSync(path, 'utf8')) as Credentials;
  const tokenOf = async (url: string, client: string): Promise<Response> =>
    fetch(`${url}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials', ...secrets[client] }),
    });
  const read = async <Answer>(url: string, client: string, of: string): Promise<Answer> => {
    const { access_token: token } = (await (await tokenOf(url, client)).json()) as { access_token: string };
    const answer = await fetch(`${url}${of}`, { headers: { authorization: `Bearer ${token}` } });
    return (await answer.json()) as Answer;
  };
  const at = { trading: `http://127.0.0.1:${trading}`, partner: `http://127.0.0.1:${partner}` };
  return { ...server, at, read, tokenOf, path };
}

interface Disbursement {
  readonly number: number;
  readonly status: string;
  readonly currency: string;
  readonly amount: number;
  readonly payment_reference: string | null;
}

interface Withdrawal {
  readonly id: string;
  readonly status: string;
  readonly amount: string;
  readonly requestedBy: string;
  readonly blockchainMetadata: { readonly hash: string } | null;
}

it('a newcomer finds a disbursement that was paid on chain through the trading service, once, although the first start was killed', async () => {
  const data = temporaryFolder();
  const first = await start(data);
  first.child.kill('SIGKILL');
  await first.ended;
  const { at, read, tokenOf, path, output } = await start(data);
  expect(output()).not.toContain('for the demo');
  const disbursed = async () => {
    const { disbursements = [] } = await read<{ disbursements?: Disbursement[] }>(
      at.partner,
      'operator',
      '/api/manage/disbursements?limit=100',
    );
    return disbursements.filter(({ currency }) => currency === 'USDC');
  };
  await vi.waitUntil(async () => (await disbursed()).some(({ status }) => status === 'PAID'), PATIENCE);
  const [paid, ...others] = await disbursed();
  expect([paid?.amount, others]).toEqual([120, []]);
  const { content } = await read<{ content: Withdrawal[] }>(
    at.trading,
    'viewer',
    '/trade/v1/venues/withdrawals?q=reference%3Adisbursement*&expand=approvals',
  );
  // The venue asks who receives it, and got what the partner said.
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
  expect(content).toMatchObject([
    { status: 'COMPLETED', venue: 'borealis', amount: '120', requestedBy: 'payments', recipient: { hash } },
  ]);
  expect(paid?.payment_reference).toBe(content[0]?.blockchainMetadata?.hash);
  // Its client pays and reads, and nothing else; its secret is in a file of the owner alone.
  const { scope } = (await (await tokenOf(at.trading, 'payments')).json()) as { scope: string };
  expect(scope.split(' ').toSorted()).toEqual(['venue-transfer:edit', 'venue-transfer:view', 'venues:view']);
  expect((await tokenOf(at.partner, 'payments')).status).toBe(400);
  expect(statSync(path).mode & 0o777).toBe(0o600);
}, 600_000);
