import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks for the same again and again, over one connection. At a first message it begins to note how long each answer takes;
 * at a second it stops and reports to the parent process.
 */
const [url = '', authorization = ''] = process.argv.slice(2);
const PAUSE_MS = 2;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const stopped = new AbortController();
let timesMs: number[] = [];
process.on('message', (word) => {
  if (word === 'begin') timesMs = [];
  else stopped.abort();
});
while (!stopped.signal.aborted) {
  const start = performance.now();
  const [answer] = (await once(get(url, { agent, headers: { authorization } }), 'response')) as [
    IncomingMessage,
  ];
  await once(answer.resume(), 'end');
  if (answer.statusCode !== 200) throw new Error(`${url} answered ${answer.statusCode}.`);
  timesMs.push(performance.now() - start);
  await sleep(PAUSE_MS);
}
process.send?.(timesMs, () => process.disconnect());
