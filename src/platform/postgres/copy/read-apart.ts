import { on } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PACKAGE_ROOT } from '../../package-root.ts';
import type { Setting } from './begin.ts';
import type { Copied } from './read.ts';

/** What is read, and where. */
export interface Task {
  readonly url: string;
  /** Of a transaction that stays open meanwhile. */
  readonly snapshot: string;
  readonly settings: readonly Setting[];
  /** The statement. */
  readonly copy: string;
}

/** A block, or at the end the number of rows. */
export type Message = Uint8Array | number;

/** As it is built: it loads at once, and no compiler has to be in the thread. */
const THREAD = join(PACKAGE_ROOT, 'dist/copy.js');

/** It keeps nothing but a few blocks, and garbage is collected the sooner. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 };

/**
 * What COPY writes, read in a thread of its own, over a connection of its own. Millions of rows leave so much garbage
 * that collecting it would stop this process many times a second, and its callers with it.
 */
export async function* readApart(task: Task, signal: AbortSignal): Copied {
  const thread = new Worker(THREAD, { workerData: task, execArgv: [], resourceLimits });
  try {
    const messages = on(thread, 'message', { signal, close: ['exit'] }) as AsyncIterable<[Message]>;
    for await (const [message] of messages) {
      if (typeof message === 'number') return message;
      yield message;
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- threads have none
      thread.postMessage('next');
    }
    throw new Error('The thread that reads the rows has ended too early.');
  } finally {
    await thread.terminate();
  }
}
