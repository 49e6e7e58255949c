import { fork } from 'node:child_process';
import { once } from 'node:events';

export interface Server {
  readonly port: number;
  /** Once it stands still at its moment. */
  readonly stopped: Promise<undefined>;
  kill(): Promise<void>;
}

/** Starts the program as a process that can be killed. */
export async function startServer(program: string, options: object): Promise<Server> {
  const child = fork(program, [JSON.stringify(options)], {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit');
  const stopped = new Promise<undefined>((resolve) => child.stdout?.once('data', () => resolve(undefined)));
  // It may stand still before it can say its port.
  const ready = Promise.race([once(child, 'message'), stopped.then(() => [0]), gone.then(() => [])]);
  const [port] = (await ready) as [number?];
  if (port === undefined) throw new Error('The server ended before it was ready.');
  return {
    port,
    stopped,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
