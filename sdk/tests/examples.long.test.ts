import { writeFileSync } from 'node:fs';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { newPort } from '../../src/testing/process.ts';
import { clientCredentials, Trading } from '../src/index.ts';
import { startProduct, type Product } from '../testing/product.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 300_000 });

const ROOT = join(import.meta.dirname, '../..');
const TSX = join(ROOT, 'node_modules/.bin/tsx');
let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.close());

const clientOf = (name: 'operator' | 'approver'): Trading => {
  const { client_id, client_secret } = product.credentials[name];
  return new Trading({ url: product.trading, auth: clientCredentials(client_id, client_secret) });
};

interface Running {
  readonly child: ChildProcess;
  readonly lines: string[];
  readonly ended: Promise<number | null>;
  /** Waits until the lines that it has printed are as they must be. */
  until(found: (lines: readonly string[]) => boolean): Promise<void>;
}

const running: Running[] = [];
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill('SIGTERM');
    await ended;
  }
});

/** Starts an example as its first lines say, as a client of the operator. */
function example(name: string, args: readonly string[], env: Record<string, string> = {}): Running {
  const { client_id, client_secret } = product.credentials.operator;
  const child = spawn(TSX, [join(ROOT, 'sdk/examples', name), ...args], {
    env: { PATH: process.env['PATH'], QUAESTOR_CLIENT: client_id, QUAESTOR_SECRET: client_secret, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    lines.push(...text.split('\n').filter((line) => line !== ''));
    child.emit('line');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const until = async (found: (lines: readonly string[]) => boolean): Promise<void> => {
    while (!found(lines)) {
      const end = await Promise.race([once(child, 'line').then(() => undefined), ended.then(String)]);
      if (end !== undefined && !found(lines))
        throw new Error(`It ended with ${end}: ${lines.join('\n')}\n${errors}`);
    }
  };
  const started = { child, lines, ended, until };
  running.push(started);
  return started;
}

const payout = (reference: string, amount: string) => ({
  reference,
  venue: 'aurora',
  asset: { code: 'USDT' },
  amount,
  blockchainDestination: { address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', network: 'ETHEREUM' },
});

it('the payout bot waits for each approval, and pays nothing twice when it is started again', async () => {
  const file = join(product.folder, 'payouts.json');
  writeFileSync(file, JSON.stringify([payout('bot-1', '100.5'), payout('bot-2', '20')]));
  const bot = example('payout-bot.ts', [file], { QUAESTOR_URL: product.trading });
  await bot.until((lines) => lines.length >= 2);
  expect(bot.lines).toEqual([
    'bot-1: 100.5 USDT is APPROVAL_REQUESTED',
    'bot-2: 20 USDT is APPROVAL_REQUESTED',
  ]);
  const approver = clientOf('approver');
  for await (const { id, reference } of approver.approvals.list()) {
    const decision = reference === 'bot-1' ? 'APPROVE' : 'REJECT';
    if (reference.startsWith('bot-')) await approver.withdrawals.vote(id, { decision });
  }
  expect(await bot.ended).toBe(0);
  expect(bot.lines).toContain('bot-1: 100.5 USDT is COMPLETED');
  expect(bot.lines).toContain('bot-2: 20 USDT is CANCELLED, Rejected by approver.');
  const again = example('payout-bot.ts', [file], { QUAESTOR_URL: product.trading });
  expect(await again.ended).toBe(0);
  expect(again.lines[0]).toBe('bot-1: 100.5 USDT is COMPLETED');
  const { totalElements } = await clientOf('operator').withdrawals.list({ q: 'reference:bot-*' }).page();
  expect(totalElements).toBe(2);
});

it('the market watcher prints prices as they change, until it is stopped', async () => {
  const watcher = example('market-watcher.ts', ['BTC-USDT', '0'], { QUAESTOR_URL: product.trading });
  await watcher.until((lines) => lines.length >= 3);
  expect(watcher.lines[0]).toMatch(/^BTC-USDT: [\d.]+ \/ [\d.]+/);
  expect(new Set(watcher.lines).size).toBeGreaterThan(1);
  watcher.child.kill('SIGTERM');
  expect(await watcher.ended).toBe(0);
});

it('the facts loader stores what is right and lists what is not', async () => {
  const file = join(product.folder, 'rates.ndjson');
  const rates = [
    { currency: 'NOK', rate_date: '2021-03-01', per_usd: '8.5' },
    { currency: 'NOK', rate_date: 'yesterday', per_usd: '8.6' },
    { currency: 'NOK', rate_date: '2021-03-03', per_usd: 8.7 },
  ];
  writeFileSync(file, rates.map((rate) => `${JSON.stringify(rate)}\n`).join(''));
  const load = async () => {
    const loader = example('facts-loader.ts', ['rates', file], { QUAESTOR_URL: product.partner });
    return { code: await loader.ended, lines: loader.lines };
  };
  expect(await load()).toEqual({
    code: 1,
    lines: ['2 new, 0 replaced, 0 stored before', expect.stringMatching(/^fact 2: rate_date /)],
  });
  expect((await load()).lines[0]).toBe('0 new, 0 replaced, 2 stored before');
});

it('the webhook receiver accepts what the product sends, and refuses what it did not', async () => {
  const port = await newPort();
  const url = `http://127.0.0.1:${port}/quaestor`;
  const desk = clientOf('operator');
  const { secret } = await desk.webhooks.create({ url, events: ['withdrawal.created'] });
  const receiver = example('webhook-receiver.ts', [], { WEBHOOK_SECRET: secret, PORT: `${port}` });
  await receiver.until((lines) => lines.some((line) => line.startsWith('listening')));
  await desk.withdrawals.create(payout('hook-1', '30'));
  await receiver.until((lines) => lines.includes('hook-1 is APPROVAL_REQUESTED'));
  const forged = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'm1',
      'webhook-timestamp': `${Math.floor(Date.now() / 1000)}`,
      'webhook-signature': 'v1,AAAA',
    },
    body: JSON.stringify({ type: 'withdrawal.created', data: {} }),
  });
  expect(forged.status).toBe(401);
});
