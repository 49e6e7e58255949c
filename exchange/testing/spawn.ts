import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { EXCHANGE } from '../../src/testing/product.ts';
import { CREDENTIALS } from './start.ts';
import { controlExchange, type ExchangeControl } from './control.ts';

export interface ExchangeProcess {
  readonly baseUrl: string;
  readonly control: ExchangeControl;
  /** Resolves when the process is gone. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/** Starts the built exchange as a process with still prices, and waits until it is ready. */
export async function spawnExchange(options: {
  readonly directory: string;
  readonly profile: 'aurora' | 'borealis' | 'cumulus';
  readonly seed: string;
}): Promise<ExchangeProcess> {
  const { directory, profile, seed } = options;
  const flags = ['--name', profile, '--profile', profile, '--data', directory, '--seed', seed, '--still'];
  const child = spawn(process.execPath, [EXCHANGE, ...flags], {
    env: {
      ...process.env,
      EXCHANGE_KEY: CREDENTIALS.key,
      EXCHANGE_SECRET: CREDENTIALS.secret,
      EXCHANGE_CONTROL_TOKEN: CREDENTIALS.controlToken,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { port, controlPort } = await readyLine(child);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    control: controlExchange(controlPort, CREDENTIALS.controlToken),
    async kill(signal) {
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

async function readyLine(child: ChildProcess): Promise<{ port: number; controlPort: number }> {
  if (!child.stdout) throw new Error('The exchange has no output to read.');
  for await (const line of createInterface(child.stdout))
    return JSON.parse(line) as { port: number; controlPort: number };
  throw new Error('The exchange ended before it was ready.');
}
