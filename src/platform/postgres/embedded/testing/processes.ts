import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

interface Message {
  url?: string;
  error?: string;
  interrupted?: boolean;
}

export interface OwnerProcess {
  readonly pid: number;
  /** The server's address, or why there is none. */
  opened(): Promise<Message>;
  /** Sends Ctrl-C to the whole process group, as a terminal does, and waits until the owner has noticed. */
  interrupt(): Promise<void>;
  kill(): Promise<void>;
}

/** Owns the server of the folder in a process of its own, made of `owner.ts`, which leads its process group. */
export function forkOwner(program: string, dataFolder: string): OwnerProcess {
  const child = fork(program, [dataFolder], { execArgv: [], detached: true });
  const pid = Number(child.pid);
  const messages: Message[] = [];
  child.on('message', (message) => messages.push(message as Message));
  const find = async (matches: (message: Message) => boolean): Promise<Message> => {
    for (;;) {
      const found = messages.find(matches);
      if (found) return found;
      if (!child.connected) throw new Error('The process ended without a word.');
      await Promise.race([once(child, 'message'), once(child, 'disconnect')]);
    }
  };
  return {
    pid,
    opened: () => find(({ url, error }) => url !== undefined || error !== undefined),
    interrupt: async () => {
      process.kill(-pid, 'SIGINT');
      await find(({ interrupted }) => interrupted === true);
    },
    kill: async () => {
      child.kill('SIGKILL');
      if (isRunning(child)) await once(child, 'exit');
    },
  };
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

/** The server processes whose cluster is below the folder. */
export function serversBelow(folder: string): number[] {
  return execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`postgres -D ${folder}/`))
    .map((line) => Number.parseInt(line, 10));
}
