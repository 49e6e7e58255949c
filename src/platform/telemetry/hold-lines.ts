const CHUNK_BYTES = 262_144;
const LONGEST_WAIT_MS = 250;

/** Takes bytes as well as text, though pino's types know only text. */
interface Output {
  write(text: string): unknown;
  flushSync(): void;
}

/**
 * Hands lines on in large pieces. The destination of pino could hold them back too, but at every
 * line it measures all that it holds, which costs more than the rest of a small request.
 */
export class LineBuffer {
  readonly #output: Output;
  #bytes = Buffer.allocUnsafe(0);
  #used = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(output: Output) {
    this.#output = output;
  }

  write(line: string): void {
    // No character takes more than three bytes for each of its units.
    const most = line.length * 3;
    if (this.#used + most > this.#bytes.length) {
      this.#pass();
      this.#bytes = Buffer.allocUnsafe(Math.max(CHUNK_BYTES, most));
    }
    this.#used += this.#bytes.write(line, this.#used);
    this.#timer ??= setTimeout(() => this.#pass(), LONGEST_WAIT_MS).unref();
  }

  flushSync(): void {
    this.#pass();
    this.#output.flushSync();
  }

  #pass(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#used === 0) return;
    // As bytes, which are written at once, while text would be measured and copied first.
    this.#output.write(this.#bytes.subarray(0, this.#used) as never);
    // What is left is as good, and what is being written stays untouched.
    this.#bytes = this.#bytes.subarray(this.#used);
    this.#used = 0;
  }
}
