import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEvents, type ServerEvent } from './parse.ts';

async function read(chunks: readonly Uint8Array[]): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of parseEvents(from(chunks))) events.push(event);
  return events;
}

async function* from(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield* chunks;
}

const bytes = (text: string) => new TextEncoder().encode(text);

const line = fc.string({ unit: fc.constantFrom('a', ':', ' ', 'é', '😀', '{') });
const event = fc.record({
  id: fc.option(fc.stringMatching(/^\d{1,6}$/), { nil: undefined }),
  event: fc.constantFrom('message', 'change', 'gap'),
  data: fc.array(line, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
});

function write(events: readonly ServerEvent[], end: string): string {
  return events
    .map(({ id, event, data }) =>
      [
        ': heartbeat',
        ...(id === undefined ? [] : [`id: ${id}`]),
        ...(event === 'message' ? [] : [`event: ${event}`]),
        ...data.split('\n').map((line) => `data: ${line}`),
        '',
        '',
      ].join(end),
    )
    .join('');
}

describe('server-sent events', () => {
  it('are the same wherever the bytes are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(event, { maxLength: 4 }),
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.nat(200)),
        async (events, end, cuts) => {
          const whole = bytes(write(events, end));
          const places = [0, ...cuts.filter((cut) => cut < whole.length).sort((a, b) => a - b), whole.length];
          const chunks = places.slice(1).map((place, index) => whole.slice(places[index], place));
          expect(await read(chunks)).toEqual(events);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('end at every byte without an invented event', async () => {
    const events = [
      { id: '1', event: 'snapshot', data: '{"version":1}' },
      { id: '2', event: 'change', data: '{"version":2}\n€' },
    ];
    const whole = bytes(write(events, '\r\n'));
    for (let length = 0; length <= whole.length; length += 1) {
      const found = await read([whole.slice(0, length)]);
      expect(events.slice(0, found.length)).toEqual(found);
    }
  });

  it('name the place to resume even without data', async () => {
    expect(await read([bytes('id: 48213\n\n')])).toEqual([{ id: '48213', event: 'message', data: '' }]);
  });

  it('may have no space after the colon, no value and unknown fields', async () => {
    expect(await read([bytes('retry:5\ndata:x\ndata\nnote: y\n\n')])).toEqual([
      { id: undefined, event: 'message', data: 'x\n' },
    ]);
  });
});
