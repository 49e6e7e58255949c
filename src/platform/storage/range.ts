import { Problem } from '../../kernel/index.ts';

/** The first and the last byte. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

/**
 * Returns the range that a `Range` header requests; undefined for the whole file, which RFC 9110 also permits for headers
 * that are not supported, such as several ranges.
 */
export function readRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, from, to, last] = RANGE.exec(header ?? '') ?? [];
  if (from === undefined && last === undefined) return undefined;
  const start = from === undefined ? Math.max(0, size - Number(last)) : Number(from);
  const end = to === undefined || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== undefined && to !== undefined && to !== '' && Number(to) < Number(from)) return undefined;
  if (start < size && last !== '0') return { start, end };
  throw new Problem('range_not_satisfiable', `The file has ${size} bytes.`, {
    headers: { 'content-range': `bytes */${size}` },
  });
}
