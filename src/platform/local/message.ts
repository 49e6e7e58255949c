import type { Socket } from 'node:net';
import type { ErrorCode, FieldErrors } from '../../kernel/index.ts';

/** What the listening process writes, each on a line: progress as often as it likes, then one of the others. */
export type Message =
  | { readonly progress: unknown }
  | { readonly result: unknown }
  | {
      readonly problem: {
        readonly code: ErrorCode;
        readonly detail: string;
        readonly errors?: FieldErrors | undefined;
      };
    };

const MAX_LINE_CHARACTERS = 1 << 20;

export async function* linesOf(socket: Socket): AsyncGenerator<string, void, undefined> {
  let rest = '';
  const chunks = socket.setEncoding('utf8').iterator({ destroyOnReturn: false });
  for await (const chunk of chunks as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_LINE_CHARACTERS) throw new Error('A message is too long.');
    yield* lines;
  }
}
