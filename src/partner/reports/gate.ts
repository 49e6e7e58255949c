/** What everybody may have at once, and what one of them may have of it. */
export interface Places {
  readonly places: number;
  readonly perCaller: number;
}

interface Waiting {
  readonly caller: string;
  readonly enter: () => void;
}

/** Lets so many in at a time, and of one caller never all of them: whoever asks much waits, and others pass. */
export class Gate {
  readonly #limits: Places;
  readonly #inside = new Map<string, number>();
  #occupied = 0;
  #waiting: readonly Waiting[] = [];

  constructor(limits: Places) {
    this.#limits = limits;
  }

  /** Resolves with what is to be called at the end. */
  async enter(caller: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        caller,
        enter: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const giveUp = (): void => {
        this.#waiting = this.#waiting.filter((other) => other !== waiting);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting = [...this.#waiting, waiting];
      this.#admit();
    });
    return () => {
      this.#occupied -= 1;
      this.#count(caller, -1);
      this.#admit();
    };
  }

  #admit(): void {
    const next = this.#waiting.find(({ caller }) => this.#hasRoomFor(caller));
    if (!next) return;
    this.#waiting = this.#waiting.filter((other) => other !== next);
    this.#occupied += 1;
    this.#count(next.caller, 1);
    next.enter();
    this.#admit();
  }

  #hasRoomFor(caller: string): boolean {
    const { places, perCaller } = this.#limits;
    return this.#occupied < places && (this.#inside.get(caller) ?? 0) < perCaller;
  }

  #count(caller: string, change: 1 | -1): void {
    const count = (this.#inside.get(caller) ?? 0) + change;
    if (count === 0) this.#inside.delete(caller);
    else this.#inside.set(caller, count);
  }
}
