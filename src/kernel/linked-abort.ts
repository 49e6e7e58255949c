/**
 * A signal that aborts with an outer one, or by itself. Once ended, it leaves nothing on the outer one: in Node 20, each
 * `AbortSignal.any` takes memory for as long as the outer signal lives.
 */
export class LinkedAbort {
  readonly #own = new AbortController();
  readonly #outer: AbortSignal | undefined;
  readonly #follow = (): void => this.abort(this.#outer?.reason);

  constructor(outer?: AbortSignal) {
    this.#outer = outer;
    if (outer?.aborted) this.#follow();
    else outer?.addEventListener('abort', this.#follow, { once: true });
  }

  get signal(): AbortSignal {
    return this.#own.signal;
  }

  abort(reason?: unknown): void {
    this.#own.abort(reason);
  }

  end(): void {
    this.#outer?.removeEventListener('abort', this.#follow);
  }
}
