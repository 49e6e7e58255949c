import { isUtf8 } from 'node:buffer';
import { Problem } from '../../../kernel/index.ts';

const MAX_LINE_BYTES = 65_536;
const NEWLINE = 10;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** A line, or undefined where its bytes are not valid UTF-8. */
export type Line = string | undefined;

/** Cuts bytes into lines, some thousand at a time. */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Line[], void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let count = 0;
  let isStart = true;
  for await (const chunk of bytes) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    if (isStart && rest.length >= BYTE_ORDER_MARK.length) {
      if (rest.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)) {
        rest = rest.subarray(BYTE_ORDER_MARK.length);
      }
      isStart = false;
    }
    const end = rest.lastIndexOf(NEWLINE);
    if (end >= 0) {
      const lines = decode(rest.subarray(0, end));
      count += lines.length;
      rest = rest.subarray(end + 1);
      yield lines;
    }
    if (rest.length > MAX_LINE_BYTES) {
      throw new Problem(
        'validation_failed',
        `Line ${count + 1} is longer than ${MAX_LINE_BYTES} bytes: write one fact on each line.`,
      );
    }
  }
  if (rest.length > 0) yield decode(rest);
}

function decode(block: Buffer): Line[] {
  if (isUtf8(block)) return block.toString().split('\n').map(withoutReturn);
  const lines: Line[] = [];
  for (let start = 0; start <= block.length;) {
    const found = block.indexOf(NEWLINE, start);
    const end = found < 0 ? block.length : found;
    const line = block.subarray(start, end);
    lines.push(isUtf8(line) ? withoutReturn(line.toString()) : undefined);
    start = end + 1;
  }
  return lines;
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
