import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { LineBuffer } from './hold-lines.ts';

function collect() {
  const pieces: Buffer[] = [];
  const write = (bytes: unknown) => pieces.push(bytes as Buffer);
  // Read only at the end, as a slow disk would.
  return { pieces, output: { write, flushSync: () => {} }, text: () => Buffer.concat(pieces).toString() };
}

test('every line arrives whole and in order, whatever is in it and however long it is', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 50 }),
    fc.nat(300_000).map((length) => 'é€𝄞x'.repeat(length / 4)),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
      const { output, text } = collect();
      const buffer = new LineBuffer(output);
      for (const each of lines) buffer.write(each);
      buffer.flushSync();
      expect(text() === lines.join('')).toBe(true);
    }),
    { numRuns: 50 },
  );
});

test('a line waits for others a quarter of a second at most', () => {
  vi.useFakeTimers();
  const { output, pieces, text } = collect();
  const buffer = new LineBuffer(output);
  buffer.write('one\n');
  vi.advanceTimersByTime(249);
  expect(pieces).toEqual([]);
  buffer.write('two\n');
  vi.advanceTimersByTime(1);
  expect(text()).toBe('one\ntwo\n');
  vi.useRealTimers();
});
