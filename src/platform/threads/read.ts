import { on } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PACKAGE_ROOT } from '../package-root.ts';

/** Blocks of bytes, and a result after the last one. */
export type Blocks<T> = AsyncGenerator<Uint8Array, T, undefined>;

export type Message<T> = Uint8Array | { readonly result: T };

interface Thread {
  /** Of the program in the build. */
  readonly program: string;
  readonly task: unknown;
  /** The thread fails when it needs more, and the process goes on. */
  readonly memoryMib: number;
}

/** The blocks that a thread sends with `sendBlocks`. It has at most one of them ready that was not taken. */
export async function* readBlocks<T>({ program, task, memoryMib }: Thread, signal: AbortSignal): Blocks<T> {
  // As it is built: it loads at once, and no compiler has to be in the thread.
  const thread = new Worker(join(PACKAGE_ROOT, 'dist', `${program}.js`), {
    workerData: task,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: memoryMib },
  });
  try {
    const messages = on(thread, 'message', { signal, close: ['exit'] }) as AsyncIterable<[Message<T>]>;
    for await (const [message] of messages) {
      if ('result' in message) return message.result;
      yield message;
      // eslint-disable-next-line unicorn/require-post-message-target-origin -- threads have none
      thread.postMessage('next');
    }
    throw new Error(`The thread ${program} has ended too early.`);
  } finally {
    await thread.terminate();
  }
}
