import { spawn } from 'node:child_process';
import { once, type EventEmitter } from 'node:events';
import { onTestFinished } from 'vitest';
import { bundle } from './bundle.ts';

/** Runs a program of the tests, and kills it when it writes something or `reached` emits `now`. Fails if it ends before. */
export async function killAt(reached: EventEmitter, entry: string, args: readonly string[]): Promise<void> {
  const program = await bundle(entry);
  onTestFinished(program.remove);
  const child = spawn(process.execPath, [program.path, ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout.on('data', () => reached.emit('now'));
  let errors = '';
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
  const ended = once(child, 'close');
  const early = ended.then(() => {
    throw new Error(`The program ended too early. ${errors}`);
  });
  early.catch(() => {});
  await Promise.race([once(reached, 'now'), early]);
  child.kill('SIGKILL');
  await ended;
}
