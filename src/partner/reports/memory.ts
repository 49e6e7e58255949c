interface UnderWay {
  readonly answer: Promise<string>;
  readonly stop: AbortController;
  waiting: number;
}

/**
 * Answers that were given, by what they answer, until later ones need their room. When several ask the same at once, one
 * of them is answered for all, and that goes on as long as any of them waits.
 */
export class Memory {
  readonly #mostBytes: number;
  readonly #known = new Map<string, string>();
  readonly #underWay = new Map<string, UnderWay>();
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  async recall(
    key: string,
    signal: AbortSignal,
    answer: (signal: AbortSignal) => Promise<string>,
  ): Promise<string> {
    signal.throwIfAborted();
    const known = this.#known.get(key);
    if (known !== undefined) {
      this.#keep(key, known);
      return known;
    }
    const underWay = this.#underWay.get(key) ?? this.#begin(key, answer);
    underWay.waiting += 1;
    try {
      return await untilLeft(underWay.answer, signal);
    } finally {
      underWay.waiting -= 1;
      if (underWay.waiting === 0) {
        this.#underWay.delete(key);
        if (signal.aborted) underWay.stop.abort(signal.reason);
      }
    }
  }

  #begin(key: string, answer: (signal: AbortSignal) => Promise<string>): UnderWay {
    const stop = new AbortController();
    const begun = { answer: answer(stop.signal), stop, waiting: 0 };
    this.#underWay.set(key, begun);
    begun.answer.then(
      (given) => this.#keep(key, given),
      // Whoever waits is told.
      () => {},
    );
    return begun;
  }

  #keep(key: string, answer: string): void {
    this.#forget(key);
    this.#known.set(key, answer);
    this.#bytes += sizeOf(key, answer);
    for (const oldest of this.#known.keys()) {
      if (this.#bytes <= this.#mostBytes) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const known = this.#known.get(key);
    if (known === undefined) return;
    this.#known.delete(key);
    this.#bytes -= sizeOf(key, known);
  }
}

/** The answer, unless the caller leaves before it. */
function untilLeft(answer: Promise<string>, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', leave, { once: true });
    void answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

/** A character takes two bytes at most. */
const sizeOf = (key: string, answer: string): number => 2 * (key.length + answer.length);
