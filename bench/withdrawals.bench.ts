import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { median, report } from './harness.ts';

const ROUNDS = 5;
const SECONDS = 2;

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

const rates: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
for (let round = 0; round <= ROUNDS; round++) {
  const bare = await requestRate(bareUrl);
  const ours = await requestRate(url);
  if (round === 0) continue;
  rates.bare.push(bare);
  rates.ours.push(ours);
}
const figure = median(rates.ours);
report({
  name: 'withdrawal created: checked, policy, audit, event, job',
  figure,
  unit: '/s',
  rival: 'bare Fastify with one INSERT',
  ratio: figure / median(rates.bare),
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

async function requestRate(url: string): Promise<number> {
  const result = await autocannon({
    url,
    method: 'POST',
    headers,
    connections: 50,
    duration: SECONDS,
    requests: [
      {
        setupRequest: (request) => ({
          ...request,
          body: JSON.stringify({
            asset: { code: 'BTC' },
            amount: '0.5',
            venue: 'instant',
            reference: randomUUID(),
            blockchainDestination: {
              address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
              network: 'BITCOIN',
            },
          }),
        }),
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} answered ${result.non2xx} faults.`);
  return result.requests.average;
}
