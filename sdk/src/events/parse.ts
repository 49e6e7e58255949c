/** A block of server-sent events. Without data it only says where to resume. */
export interface ServerEvent {
  readonly id: string | undefined;
  readonly event: string;
  readonly data: string;
}

/** The events in a stream of text/event-stream, however its bytes are cut. */
export async function* parseEvents(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  let fields = new Map<string, string>();
  for await (const line of readLines(chunks)) {
    if (line === '') {
      const { id, event = 'message', data = '' } = Object.fromEntries(fields) as Partial<ServerEvent>;
      if (fields.size > 0) yield { id, event, data };
      fields = new Map();
      continue;
    }
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    const before = fields.get(name);
    if (name === 'data' && before !== undefined) fields.set(name, `${before}\n${value}`);
    else if (name !== '') fields.set(name, value);
  }
}

/** Lines end with a line feed, a carriage return or both. What follows the last end is not a line yet. */
async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?=[^])/);
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
