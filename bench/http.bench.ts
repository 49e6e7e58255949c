import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median, report } from './harness.ts';
import { requestRate } from './load.ts';

const ROUNDS = 5;
const SECONDS = 2;

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly rates: number[];
}

const bare = await start('bare');
const framed = await start('framed');
// Both are sent the very same request: the token's length costs the rival as much.
const { headers } = framed;
for (const server of [bare, framed]) await rateOf(server);
for (let round = 0; round < ROUNDS; round++) {
  for (const server of [bare, framed]) server.rates.push(await rateOf(server));
}
const figure = median(framed.rates);
report({
  name: 'authenticated no-op route',
  figure,
  unit: '/s',
  rival: 'bare Fastify',
  ratio: figure / median(bare.rates),
  target: '>= 0.75',
});
bare.child.kill();
framed.child.send('stop');
await once(framed.child, 'exit');

async function start(name: string): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'servers', `${name}.ts`), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [ready] = (await once(child, 'message')) as [Pick<Server, 'url' | 'headers'>];
  return { child, ...ready, rates: [] };
}

function rateOf({ url }: Server): Promise<number> {
  return requestRate({ url: `${url}/noop`, headers: headers ?? {}, connections: 20, seconds: SECONDS });
}
