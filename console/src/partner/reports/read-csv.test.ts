import { expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';

it('a file arrives byte for byte, and its rows are counted whatever their cells contain', async () => {
  const text = 'a,b\r\n1,"x\ny ""z"""\r\n2,é\r\n';
  const bytes = new TextEncoder().encode(text);
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
      controller.close();
    },
  });
  const counts: number[] = [];
  const blob = await readCsv(stream, (rows) => counts.push(rows));
  expect(await blob.text()).toBe(text);
  expect([counts[0], counts.at(-1)]).toEqual([0, 2]);
});
