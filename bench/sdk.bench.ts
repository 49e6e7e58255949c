import { token, Trading } from '../sdk/src/index.ts';
import { startServer } from './harness/compete.ts';
import { race } from './harness/measure.ts';

const CALLS = 20;
const TIMEOUT_MS = 60_000;

/** All read the same answer with the same credential, one call after the other. */
const server = await startServer('bare');
const trading = new Trading({ url: server.url, auth: token('a-token') });
const headers = { authorization: 'Bearer a-token', accept: 'application/json' };
const read = async (options?: RequestInit) =>
  (await fetch(`${server.url}/trade/v1/venues`, { headers, ...options })).json();
const calls = { operations: CALLS, ours: () => repeat(() => trading.venues.list()) };

await race({
  ...calls,
  name: 'a call through the SDK',
  rivals: { 'fetch with a deadline': () => repeat(readInTime) },
  target: '>= 0.9',
});
// No call of the SDK is without a deadline, and a signal alone costs fetch about a third more.
await race({
  ...calls,
  name: 'a call through the SDK',
  rivals: { 'fetch without one': () => repeat(() => read()) },
});
server.child.kill();

async function readInTime(): Promise<unknown> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), TIMEOUT_MS);
  try {
    return await read({ signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}

async function repeat(call: () => Promise<unknown>): Promise<unknown> {
  let answer: unknown;
  for (let n = 0; n < CALLS; n += 1) answer = await call();
  return answer;
}
