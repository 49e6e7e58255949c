/** What a process has opened. It is closed in reverse order, because later parts use earlier ones. */
export class Parts {
  readonly #signal: AbortSignal;
  #closers: (() => unknown)[] = [];

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Waits for a part and keeps it until `close`. Throws if the process has to stop already. */
  async open<T>(opening: T | Promise<T>, close: (part: T) => unknown): Promise<T> {
    const part = await opening;
    this.#closers.push(() => close(part));
    this.#signal.throwIfAborted();
    return part;
  }

  async close(): Promise<void> {
    for (const close of this.#closers.splice(0).toReversed()) await close();
  }

  /** Closes parts that do not use each other side by side. */
  async closeTogether(): Promise<void> {
    await Promise.all(this.#closers.splice(0).map((close) => close()));
  }
}
