import { isUtf8 } from 'node:buffer';
import { Problem } from '../../../../kernel/index.ts';

export const MAX_LINE_BYTES = 65_536;
const [NEWLINE, RETURN] = [10, 13];
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The bytes of a line without its end; undefined if they are not valid UTF-8. */
export type Line = Buffer | undefined;

/** Splits bytes into blocks of lines. */
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
      const lines = cut(rest.subarray(0, end), count);
      count += lines.length;
      rest = rest.subarray(end + 1);
      yield lines;
    }
    if (rest.length > MAX_LINE_BYTES) throw tooLong(count + 1);
  }
  if (rest.length > 0) yield cut(rest, count);
}

function cut(block: Buffer, before: number): Line[] {
  const isValid = isUtf8(block);
  const lines: Line[] = [];
  for (let start = 0; start <= block.length;) {
    const found = block.indexOf(NEWLINE, start);
    const next = found < 0 ? block.length : found;
    const end = next > start && block[next - 1] === RETURN ? next - 1 : next;
    if (end - start > MAX_LINE_BYTES) throw tooLong(before + lines.length + 1);
    const line = block.subarray(start, end);
    lines.push(isValid || isUtf8(line) ? line : undefined);
    start = next + 1;
  }
  return lines;
}

export const tooLong = (line: number): Problem =>
  new Problem(
    'validation_failed',
    `Line ${line} is longer than ${MAX_LINE_BYTES} bytes: write one fact on each line.`,
  );
