import { setTimeout as sleep } from 'node:timers/promises';

/** Asks for the same again and again until it is told to stop, and tells the parent process each time it took. */
const [url = '', authorization = ''] = process.argv.slice(2);
const PAUSE_MS = 2;
const timesMs: number[] = [];
const stopped = new AbortController();
process.once('message', () => stopped.abort());
while (!stopped.signal.aborted) {
  const start = performance.now();
  const answer = await fetch(url, { headers: { authorization } });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
  timesMs.push(performance.now() - start);
  await sleep(PAUSE_MS);
}
process.send?.(timesMs);
process.disconnect();
