const WIDTH = 24;

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>;

/** A progress bar on the terminal; draws nothing if the output is not a terminal. */
export class ProgressBar {
  readonly #terminal: Terminal;

  constructor(terminal: Terminal = process.stderr) {
    this.#terminal = terminal;
  }

  show(fraction: number, label: string): void {
    if (!this.#terminal.isTTY) return;
    const filled = Math.round(WIDTH * Math.min(1, Math.max(0, fraction)));
    const bar = '#'.repeat(filled).padEnd(WIDTH, '.');
    const text = `[${bar}] ${String(Math.floor(fraction * 100)).padStart(3)} %  ${label}`;
    const { columns } = this.#terminal;
    // Some terminals report a width of 0.
    this.#terminal.write(`\r${columns > 0 ? text.slice(0, columns - 1) : text}\u001B[K`);
  }

  clear(): void {
    if (this.#terminal.isTTY) this.#terminal.write('\r\u001B[K');
  }
}
