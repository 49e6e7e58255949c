import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface Server {
  readonly port: number;
  kill(): Promise<void>;
}

/** Starts the program as a process that can be killed. */
export async function startServer(program: string, options: object): Promise<Server> {
  const child = fork(program, [JSON.stringify(options)], { execArgv: [] });
  const gone = once(child, 'exit');
  const port = await Promise.race([portOf(child), gone.then(() => undefined)]);
  if (port === undefined) throw new Error('The server ended before it was ready.');
  return {
    port,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  const [port] = (await once(child, 'message')) as [number];
  return port;
}
