import { token, Trading } from '../sdk/src/index.ts';
import { startServer } from './compete.ts';
import { race } from './harness.ts';

const CALLS = 20;

/** Both read the same answer with the same credential, one call after the other. */
const server = await startServer('bare');
const trading = new Trading({ url: server.url, auth: token('a-token') });
const headers = { authorization: 'Bearer a-token', accept: 'application/json' };

await race({
  name: 'a call through the SDK',
  operations: CALLS,
  ours: () => repeat(() => trading.venues.list()),
  rivals: {
    'bare fetch': () =>
      repeat(async () => (await fetch(`${server.url}/trade/v1/venues`, { headers })).json()),
  },
  target: '>= 0.9',
});
server.child.kill();

async function repeat(call: () => Promise<unknown>): Promise<unknown> {
  let answer: unknown;
  for (let n = 0; n < CALLS; n += 1) answer = await call();
  return answer;
}
