import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { median, report, type Target } from './harness/measure.ts';
import { requestRate } from './harness/load.ts';

/** A server that has just started spends its time on compiling. */
const WARM_UP_ROUNDS = 6;
const ROUNDS = 15;
const ROUND_SECONDS = 1;
/** Of callers at once, the same for both. */
const CONNECTIONS = 50;
const SHORT_ROUNDS = 9;
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

await compareWithBare(
  `withdrawal created for ${CONNECTIONS} callers: checked, policy, audit, event, job`,
  'bare Fastify with one INSERT',
  { rounds: ROUNDS, target: '>= 0.3' },
  (isOurs) => ({ url: isOurs ? url : `${bareUrl}/insert`, body: aWithdrawal }),
);
await compareWithBare(
  `withdrawals listed for ${CONNECTIONS} callers`,
  'bare Fastify with the same statements',
  { rounds: SHORT_ROUNDS, target: '>= 0.5' },
  (isOurs) => ({ url: isOurs ? url : `${bareUrl}/list` }),
);
await compareWithBare(
  `votes of ${CONNECTIONS} callers`,
  'bare Fastify with the same statements',
  { rounds: SHORT_ROUNDS, target: '>= 0.4' },
  (isOurs) => ({
    url: isOurs ? url : bareUrl,
    path: () => (isOurs ? `${new URL(url).pathname}/${nextWaiting()}/votes` : `/votes/${nextWaiting()}`),
    body: () => APPROVE,
  }),
);

child.send('measure the rest');
const [{ waitsMs, lists }] = (await once(child, 'message')) as [Measured];
waitsMs.sort((a, b) => a - b);
report({
  name: 'creation to SUBMITTED, p99',
  figure: waitsMs[Math.floor(waitsMs.length * 0.99)] ?? Number.NaN,
  unit: 'ms',
  target: '<= 50',
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

interface Comparison {
  readonly rounds: number;
  readonly target: Target;
}

/** In turn, so that a disturbance of the machine hits both alike. */
async function compareWithBare(
  name: string,
  rival: string,
  { rounds, target }: Comparison,
  requestOf: (isOurs: boolean) => { url: string; path?: () => string; body?: () => string },
): Promise<void> {
  const rates: number[] = [];
  const ratios: number[] = [];
  for (let round = -WARM_UP_ROUNDS; round < rounds; round++) {
    const bare = await requestRate({ ...requestOf(false), headers, ...LOAD });
    const ours = await requestRate({ ...requestOf(true), headers, ...LOAD });
    if (round < 0) continue;
    rates.push(ours);
    ratios.push(ours / bare);
  }
  report({ name, figure: median(rates), unit: '/s', rival, ratio: median(ratios), target });
}

function nextWaiting(): string {
  const id = waiting.pop();
  if (id === undefined) throw new Error('All waiting withdrawals have a vote: insert more of them.');
  return id;
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
