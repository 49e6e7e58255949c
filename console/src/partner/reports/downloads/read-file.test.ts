import { expect, it } from 'vitest';
import { byteCounter, readFile, rowCounter } from './read-file.ts';

it('a file arrives byte for byte, and its rows are counted whatever their cells contain', async () => {
  const text = 'a,b\r\n1,"x\ny ""z"""\r\n2,é\r\n';
  const bytes = new TextEncoder().encode(text);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const counters = [rowCounter(), byteCounter()];
  const counts: number[][] = [];
  const blob = await readFile(stream, 'text/csv', (part) =>
    counts.push(counters.map((count) => count(part))),
  );
  expect(await blob.text()).toBe(text);
  expect([counts[0], counts.at(-1)]).toEqual([
    [0, 1],
    [2, bytes.length],
  ]);
});
