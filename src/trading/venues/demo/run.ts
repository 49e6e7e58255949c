import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../../platform/telemetry/index.ts';
import type { Access } from './access.ts';

const RESTART_AFTER_MS = 1_000;
const STOP_WITHIN_MS = 5_000;

interface RunOptions {
  /** The exchange, built. */
  readonly program: string;
  readonly code: string;
  readonly access: Access;
  /** Holds the exchange's state. */
  readonly directory: string;
  readonly logger: Pick<Logger, 'warn'>;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/**
 * Keeps one exchange running until the signal: restarts it when it ends, and waits while another process of the same
 * data folder runs it. The exchange ends when this process ends, however that happens, because
 * its standard input does.
 */
export async function runExchange(options: RunOptions): Promise<void> {
  const { code, access, logger, signal } = options;
  let isFirst = true;
  while (!signal.aborted) {
    if (!isFirst) await sleep(RESTART_AFTER_MS, undefined, { signal }).catch(() => {});
    const holder = await holderOf(access);
    if (holder === 'stranger' && isFirst) {
      logger.warn(
        { venue: code, port: access.controlPort },
        'the port of the venue is used by another program: stop that, or delete the file of the venue to choose another port',
      );
    }
    isFirst = false;
    if (holder !== 'nobody' || signal.aborted) continue;
    const exitCode = await runOnce(options);
    if (!signal.aborted) logger.warn({ venue: code, exitCode }, 'the simulated venue has ended');
  }
}

async function runOnce({ program, code, access, directory, signal }: RunOptions): Promise<number | null> {
  const { port, controlPort, key, secret, controlToken } = access;
  // All have the seed that the program takes by itself, so that their prices move together.
  const flags = Object.entries({ name: code, profile: code, data: directory, port, controlPort });
  const child = spawn(
    process.execPath,
    [program, '--until-input-ends', ...flags.flatMap(([name, value]) => [flagOf(name), String(value)])],
    {
      // Not of the terminal's process group: Ctrl-C is for the server, which ends the venues after its last request.
      detached: true,
      env: {
        PATH: process.env['PATH'],
        EXCHANGE_KEY: key,
        EXCHANGE_SECRET: secret,
        EXCHANGE_CONTROL_TOKEN: controlToken,
      },
      stdio: ['pipe', 'ignore', 'inherit'],
    },
  );
  const ended = once(child, 'exit');
  // Its end may come before all of its input is closed.
  child.stdin.on('error', () => {});
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    child.stdin.end();
    timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
  };
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  const [exitCode] = (await ended) as [number | null];
  clearTimeout(timer);
  signal.removeEventListener('abort', end);
  return exitCode;
}

const flagOf = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Who listens on the control port, which an exchange holds for as long as it has its directory open. */
function holderOf({ controlPort, controlToken }: Access): Promise<'nobody' | 'exchange' | 'stranger'> {
  return new Promise((resolve) => {
    const request = get({
      host: '127.0.0.1',
      port: controlPort,
      path: '/control/health',
      headers: { authorization: `Bearer ${controlToken}` },
      agent: false,
      timeout: 2_000,
    });
    request.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200 ? 'exchange' : 'stranger');
    });
    request.on('timeout', () => request.destroy());
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'nobody' : 'stranger'),
    );
  });
}
