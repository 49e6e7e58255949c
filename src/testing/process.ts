import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { MAIN } from './product.ts';

export { newPort } from './new-port.ts';

export interface Quaestor {
  readonly child: ChildProcess;
  /** What it has written so far. */
  readonly output: () => string;
  /** Resolves with all that was written once the text has appeared; rejects when it ends before. */
  until(text: string): Promise<string>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

const running = new Set<ChildProcess>();

// When a test run is stopped by a signal, its processes lose their parent, and would go on with what they have started.
// A benchmark would never end by itself if it listened for that.
if (process.env['VITEST'] !== undefined) {
  process.once('disconnect', () => {
    for (const child of running) child.kill();
    process.exit();
  });
}

/** Starts the built program as a process of its own. */
export function quaestor(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program = MAIN,
): Quaestor {
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  running.add(child);
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      written += chunk;
      child.emit('written');
    });
  }
  const until = async (text: string): Promise<string> => {
    while (!written.includes(text)) {
      const code = await Promise.race([once(child, 'written').then(() => undefined), ended.then(String)]);
      if (code !== undefined && !written.includes(text)) {
        throw new Error(`It ended with ${code} and never wrote "${text}" but:\n${written}`);
      }
    }
    return written;
  };
  return { child, output: () => written, until, ended };
}
