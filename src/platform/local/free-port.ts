import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems lend to outgoing connections, so that it is still free at the next start, and above the
 * last one, 10080, that browsers and `fetch` refuse to ask.
 */
const FIRST = 10_100;
const PORTS_PER_PROCESS = 20;
const PROCESSES = 1_095;

/**
 * The nth port that this process chooses for a server of this machine. Each process looks first at ports of its own,
 * which follow from its id: two that choose at once do not get the same before either listens.
 */
export async function freePort(nth: number): Promise<number> {
  for (let turn = 0; turn < PROCESSES; turn++) {
    const share = (process.pid + turn * 601) % PROCESSES;
    const port = FIRST + share * PORTS_PER_PROCESS + (nth % PORTS_PER_PROCESS);
    if (await isFree(port)) return port;
  }
  throw new Error(`None of the ports from ${FIRST} on is free. Stop programs that listen on them.`);
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
