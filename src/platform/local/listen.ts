import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { Problem } from '../../kernel/index.ts';
import type { Logger } from '../telemetry/index.ts';
import { linesOf, type Message } from './message.ts';

export interface LocalRequest {
  readonly input: unknown;
  /** Aborted when whoever asked has gone away. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: unknown) => void;
}

/** What can be asked for, by name. The input comes from the same version of the program. */
export type LocalCommands = Readonly<Record<string, (request: LocalRequest) => Promise<unknown>>>;

export interface LocalOptions {
  /** A socket in a folder that only those may enter who may do everything. */
  readonly path: string;
  readonly commands: LocalCommands;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

/** Does for the command line what only the process can do that has the data open. */
export async function listenLocal(options: LocalOptions): Promise<{ close(): Promise<void> }> {
  const { path, logger } = options;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    void answer(socket, options);
  });
  // One that was killed leaves its socket behind.
  await rm(path, { force: true });
  server.listen(path);
  try {
    await once(server, 'listening');
  } catch (error) {
    logger.warn({ err: error }, `the command line cannot reach this process at ${path}`);
  }
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(socket: Socket, { commands, logger }: LocalOptions): Promise<void> {
  const gone = new AbortController();
  socket.on('close', () => gone.abort());
  const write = (message: Message): void => void socket.write(`${JSON.stringify(message)}\n`);
  try {
    const { name, input } = await readRequest(socket);
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new Problem('not_found', `The server does not know the command ${name}.`);
    const onProgress = (progress: unknown) => write({ progress });
    write({ result: await command({ input, signal: gone.signal, onProgress }) });
  } catch (error) {
    if (!gone.signal.aborted) write({ problem: toProblem(error, logger) });
  }
  socket.end();
}

async function readRequest(socket: Socket): Promise<{ name: string; input: unknown }> {
  const lines = linesOf(socket);
  const { value } = await lines.next();
  await lines.return();
  // Only a socket that is read from tells that the other side has gone.
  socket.resume();
  return JSON.parse(value ?? '') as { name: string; input: unknown };
}

function toProblem(error: unknown, logger: LocalOptions['logger']) {
  if (error instanceof Problem) return { code: error.code, detail: error.message, errors: error.errors };
  logger.error({ err: error }, 'a command of the command line failed');
  return { code: 'internal', detail: `It failed: ${(error as Error).message}` } as const;
}
