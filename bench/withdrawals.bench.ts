import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { median, report } from './harness.ts';
import { requestRate } from './load.ts';

/** A server that has just started spends its time on compiling. */
const WARM_UP_ROUNDS = 6;
const ROUNDS = 15;
const ROUND_SECONDS = 1;
/** Of callers at once, the same for both. */
const CONNECTIONS = 50;

interface Ready {
  readonly url: string;
  readonly bareUrl: string;
  readonly headers: Record<string, string>;
}

interface Measured {
  readonly waitsMs: number[];
  readonly lists: Record<string, { large: number; small: number }>;
}

const child = fork(join(import.meta.dirname, 'servers/withdrawals.ts'), {
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
});
const [{ url, bareUrl, headers }] = (await once(child, 'message')) as [Ready];

const rates: number[] = [];
const ratios: number[] = [];
for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
  const bare = await rateOf(bareUrl);
  const ours = await rateOf(url);
  if (round < 0) continue;
  rates.push(ours);
  ratios.push(ours / bare);
}
report({
  name: `withdrawal created for ${CONNECTIONS} callers: checked, policy, audit, event, job`,
  figure: median(rates),
  unit: '/s',
  rival: 'bare Fastify with one INSERT',
  ratio: median(ratios),
  target: '>= 0.5',
});

child.send('measure the rest');
const [{ waitsMs, lists }] = (await once(child, 'message')) as [Measured];
waitsMs.sort((a, b) => a - b);
report({
  name: 'creation to SUBMITTED, p99',
  figure: waitsMs[Math.floor(waitsMs.length * 0.99)] ?? Number.NaN,
  unit: 'ms',
  target: '<= 100',
});
for (const [name, { large, small }] of Object.entries(lists)) {
  report({
    name: `page 0 of 1,000,000 withdrawals, ${name}`,
    figure: large,
    unit: 'ms',
    rival: 'the same over 1,000',
    ratio: large / small,
    target: '<= 3',
  });
}
child.disconnect();
await once(child, 'exit');

function rateOf(url: string): Promise<number> {
  return requestRate({ url, headers, body: aWithdrawal, connections: CONNECTIONS, seconds: ROUND_SECONDS });
}

function aWithdrawal(): string {
  return JSON.stringify({
    asset: { code: 'BTC' },
    amount: '0.5',
    venue: 'instant',
    reference: randomUUID(),
    blockchainDestination: { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', network: 'BITCOIN' },
  });
}
