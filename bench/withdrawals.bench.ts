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
const SHORT_ROUNDS = 5;
const LOAD = { connections: CONNECTIONS, seconds: ROUND_SECONDS };
const APPROVE = JSON.stringify({ decision: 'APPROVE' });

interface Ready {
  readonly url: string;
  /** Withdrawals that wait for approvals. */
  readonly waiting: string[];
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
const [{ url, waiting, bareUrl, headers }] = (await once(child, 'message')) as [Ready];

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

const listRates: number[] = [];
const voteRates: number[] = [];
for (let round = 0; round < SHORT_ROUNDS; round++) {
  listRates.push(await requestRate({ url, headers, ...LOAD }));
  voteRates.push(await requestRate({ url, path: nextVote, headers, body: () => APPROVE, ...LOAD }));
}
report({ name: `withdrawals listed for ${CONNECTIONS} callers`, figure: median(listRates), unit: '/s' });
report({ name: `votes of ${CONNECTIONS} callers`, figure: median(voteRates), unit: '/s' });

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
  return requestRate({ url, headers, body: aWithdrawal, ...LOAD });
}

function nextVote(): string {
  const id = waiting.pop();
  if (id === undefined) throw new Error('All waiting withdrawals have a vote: insert more of them.');
  return `${new URL(url).pathname}/${id}/votes`;
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
