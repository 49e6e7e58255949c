import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Blocks, Message } from './read.ts';

/** Sends blocks from a thread to `readBlocks`, each when the one before it was taken. */
export async function sendBlocks<T>(blocks: Blocks<T>): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error('This is to be run as a thread.');
  // Elsewhere a thread has no priority of its own.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- threads have none
  const post = (message: Message<T>) => port.postMessage(message);
  let next = await blocks.next();
  for (; !next.done; next = await blocks.next()) {
    post(next.value);
    await once(port, 'message');
  }
  post({ result: next.value });
}
