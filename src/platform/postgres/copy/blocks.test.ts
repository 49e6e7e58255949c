import { Readable } from 'node:stream';
import { array, assert, asyncProperty, constantFrom, nat } from 'fast-check';
import { expect, test } from 'vitest';
import { inBlocks } from './blocks.ts';

const BLOCK_BYTES = 128 * 1024;

test('rows of any length come whole, counted and in order, though the memory of a block is used again', async () => {
  const length = constantFrom(0, 1, 250, BLOCK_BYTES / 2, BLOCK_BYTES - 1, BLOCK_BYTES, 3 * BLOCK_BYTES);
  await assert(
    asyncProperty(array(length, { maxLength: 40 }), nat(255), async (lengths, first) => {
      const rows = lengths.map((bytes, index) => Buffer.alloc(bytes, first + index));
      const taken: Buffer[] = [];
      let counted = 0;
      let end = 0;
      for await (const { bytes, rows: count } of inBlocks(Readable.from(rows))) {
        taken.push(Buffer.from(bytes));
        counted += count;
        end += bytes.length;
        expect(rows.slice(0, counted).reduce((sum, row) => sum + row.length, 0)).toBe(end);
      }
      expect(counted).toBe(rows.length);
      expect(Buffer.concat(taken).equals(Buffer.concat(rows))).toBe(true);
    }),
    { numRuns: 50 },
  );
});

async function* failing() {
  yield Buffer.alloc(BLOCK_BYTES);
  yield Buffer.alloc(BLOCK_BYTES);
  throw new Error('gone');
}

test('what fails in the middle fails the reader', async () => {
  const blocks = inBlocks(Readable.from(failing()));
  expect((await blocks.next()).done).toBe(false);
  await expect(blocks.next()).rejects.toThrow('gone');
});
