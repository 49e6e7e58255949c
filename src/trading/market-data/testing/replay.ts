import type { Readable } from 'node:stream';

export interface StreamEvent {
  readonly name: string;
  readonly id: string;
  readonly data: Record<string, unknown> & { version: number };
}

interface SideChange {
  readonly removals: readonly number[];
  readonly upserts: readonly { at: number; entry: unknown }[];
}

/** The complete events in a text, without comments. */
export function parseEvents(text: string): StreamEvent[] {
  return text.split('\n\n').flatMap((block) => {
    const fields = new Map(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
    const data = fields.get('data');
    if (data === undefined) return [];
    return [
      {
        name: fields.get('event') ?? '',
        id: fields.get('id') ?? '',
        data: JSON.parse(data) as StreamEvent['data'],
      },
    ];
  });
}

/** Everything buffered in a stream. */
export function readEvents(stream: Readable): StreamEvent[] {
  let text = '';
  for (let chunk = stream.read() as Buffer | null; chunk; chunk = stream.read() as Buffer | null) {
    text += chunk.toString();
  }
  return parseEvents(text);
}

/** A client written only from the API description. */
export class Replay {
  book: Record<string, unknown> & { version: number } = { version: 0 };

  apply({ name, id, data }: StreamEvent): void {
    if (id !== String(data.version)) throw new Error(`The id ${id} is not the version ${data.version}.`);
    if (name === 'snapshot') {
      this.book = data;
      return;
    }
    if (data.version !== this.book.version + 1) {
      throw new Error(`Version ${data.version} follows ${this.book.version}.`);
    }
    const side = (key: 'bids' | 'asks'): unknown[] => {
      const { removals, upserts } = data[key] as SideChange;
      const entries = (this.book[key] as unknown[]).filter((_, place) => !removals.includes(place));
      for (const { at, entry } of upserts) entries.splice(at, 0, entry);
      return entries;
    };
    this.book = { ...data, bids: side('bids'), asks: side('asks') };
  }
}
