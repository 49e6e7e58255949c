import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

interface Answered {
  readonly status: number;
  readonly text: string;
}

/** Repeats requests to a product that is killed until they are answered. */
export class Caller {
  readonly #patienceMs: number;
  #isOver = false;
  /** How many requests that change something were answered. */
  answered = 0;
  /** How many requests were sent again because they had no answer. */
  repeated = 0;

  constructor(patienceMs: number) {
    this.#patienceMs = patienceMs;
  }

  /** Repeats nothing any more. */
  end(): void {
    this.#isOver = true;
  }

  /** Sends the same request, with the same key, until it is answered. */
  async call(
    token: string,
    method: 'GET' | 'POST',
    address: string,
    body?: object | string,
    type = 'application/json',
  ): Promise<Answered> {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
      ...(body !== undefined && { 'content-type': type }),
    };
    const content = typeof body === 'object' ? JSON.stringify(body) : body;
    const init = { method, headers, ...(content !== undefined && { body: content }) };
    for (const deadline = performance.now() + this.#patienceMs; ;) {
      const isLast = () => this.#isOver || performance.now() > deadline;
      try {
        const answer = await fetch(address, init);
        const text = await answer.text();
        if (answer.status < 500) {
          if (method === 'POST') this.answered += 1;
          return { status: answer.status, text };
        }
        if (isLast()) throw new Error(`${address}: ${answer.status} ${text}`);
      } catch (error) {
        if (isLast()) throw error;
      }
      this.repeated += 1;
      await sleep(50);
    }
  }
}

/** What would be answered otherwise ends the run: callers do not know how to go on. */
export function expectStatus(what: string, { status, text }: Answered, ...wanted: readonly number[]): void {
  if (!wanted.includes(status)) throw new Error(`Answered to ${what}: ${status} ${text}`);
}
