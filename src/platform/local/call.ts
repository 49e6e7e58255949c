import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Problem } from '../../kernel/index.ts';
import { linesOf, type Message } from './message.ts';

export interface LocalCall {
  readonly path: string;
  readonly name: string;
  readonly input: unknown;
  readonly onProgress: (progress: unknown) => void;
}

/** Has a command done by the process that listens at the path. Undefined when there is none. */
export async function callLocal(call: LocalCall): Promise<{ readonly result: unknown } | undefined> {
  const socket = await open(call.path);
  if (!socket) return undefined;
  try {
    socket.write(`${JSON.stringify({ name: call.name, input: call.input })}\n`);
    for await (const line of linesOf(socket)) {
      const message = JSON.parse(line) as Message;
      if ('result' in message) return message;
      if ('problem' in message) {
        const { code, detail, errors } = message.problem;
        throw new Problem(code, detail, errors && { errors });
      }
      call.onProgress(message.progress);
    }
  } finally {
    socket.destroy();
  }
  throw new Error('The server stopped before it had answered. Run the command again.');
}

async function open(path: string): Promise<Socket | undefined> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return undefined;
  }
}
