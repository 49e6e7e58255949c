export interface RebuildProgress {
  readonly kind: string;
  /** Of the whole, from 0 to 1. */
  readonly fraction: number;
}

/** How far the log and the store of this process are, as far as this process knows. */
export class Position {
  #head = 0;
  #applied = 0;
  #asOf: Date | null = null;
  #recomputed: number | undefined;
  #rebuilding: RebuildProgress | undefined;
  #trouble: string | undefined;
  /** Since when the store has been behind the log, by the monotonic clock. */
  #behindSince: number | undefined;

  /** The number of the last batch of the log. */
  get head(): number {
    return this.#head;
  }

  /** The number of the last batch that the store has. */
  get applied(): number {
    return this.#applied;
  }

  /** When the last batch that the store has was accepted. */
  get asOf(): Date | null {
    return this.#asOf;
  }

  /** How much of a large correction is computed, from 0 to 1; undefined while there is none. */
  get recomputed(): number | undefined {
    return this.#recomputed;
  }

  /** How much of a new store is made; undefined while none is. */
  get rebuilding(): RebuildProgress | undefined {
    return this.#rebuilding;
  }

  /** Why the store cannot follow the log until somebody repairs it, if it cannot. */
  get trouble(): string | undefined {
    return this.#trouble;
  }

  get lagSeconds(): number {
    return this.#behindSince === undefined ? 0 : (performance.now() - this.#behindSince) / 1000;
  }

  noteHead(number: number): void {
    this.#head = Math.max(this.#head, number);
    this.#measure();
  }

  noteApplied({ applied, asOf }: { readonly applied: number; readonly asOf: Date | null }): void {
    this.#applied = applied;
    this.#asOf = asOf;
    this.#trouble = undefined;
    this.noteHead(applied);
  }

  noteTrouble(reason: string): void {
    this.#trouble = reason;
  }

  noteRecomputed(fraction: number | undefined): void {
    this.#recomputed = fraction;
  }

  noteRebuilding(progress: RebuildProgress | undefined): void {
    this.#rebuilding = progress;
  }

  #measure(): void {
    if (this.#applied >= this.#head) this.#behindSince = undefined;
    else this.#behindSince ??= performance.now();
  }
}
