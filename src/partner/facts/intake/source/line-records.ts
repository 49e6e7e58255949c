import type { Kind } from '../../kinds/index.ts';
import { MAX_LINE_BYTES } from './lines.ts';

export interface Fault {
  readonly field: string;
  /** What was sent, if it can be shown. */
  readonly value?: string | null | undefined;
  readonly reason: string;
}

/**
 * Reads one line as the values of a kind's fields, in their order, and appends them as a CSV record for the engine, or
 * returns its faults. Values stay text, so that no decimal loses a digit.
 */
export type LineReader = (line: Buffer, records: Records) => readonly Fault[] | undefined;

const FULL_BYTES = 1 << 20;
/** Every cell of a line may get two quotes and a comma. */
const MAX_RECORD_BYTES = 3 * MAX_LINE_BYTES;
const [NEWLINE, COMMA] = [10, 44];

/** A buffer of records. `take` returns its bytes, which are valid until the next record. */
export class Records {
  readonly #bytes = Buffer.allocUnsafe(FULL_BYTES + MAX_RECORD_BYTES);
  #length = 0;
  #count = 0;

  /** Since the last `take`. */
  get count(): number {
    return this.#count;
  }

  get isFull(): boolean {
    return this.#length >= FULL_BYTES;
  }

  /** Adds the record of a line, under its number. */
  add(number: number, line: Buffer, read: LineReader): readonly Fault[] | undefined {
    const before = this.#length;
    this.append(`${number},`);
    const faults = read(line, this);
    if (faults) this.#length = before;
    else {
      this.#bytes[this.#length++] = NEWLINE;
      this.#count += 1;
    }
    return faults;
  }

  append(text: string): void {
    this.#length += this.#bytes.write(text, this.#length);
  }

  comma(): void {
    this.#bytes[this.#length++] = COMMA;
  }

  copy(line: Buffer, start: number, end: number): void {
    for (let at = start; at < end; at++) this.#bytes[this.#length++] = line[at] ?? 0;
  }

  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#length = 0;
    this.#count = 0;
    return taken;
  }
}

const UNUSABLE = /[\u0000-\u001f\u007f]|\p{Surrogate}/u;

/** The fault of a text that no field takes. */
export function textFault(text: string): string | undefined {
  return UNUSABLE.test(text) ? 'must not hold control characters or half of a surrogate pair' : undefined;
}

export const quoted = (text: string): string => `"${text.includes('"') ? text.replaceAll('"', '""') : text}"`;

export const unknownField = (kind: Kind): string => `is not a field of ${kind.name}`;
