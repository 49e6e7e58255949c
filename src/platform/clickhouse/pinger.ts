import { createClient } from '@clickhouse/client';
import { unreachable } from './errors.ts';

type Client = ReturnType<typeof createClient>;

/** A server that takes longer to say that it is there is taken for lost. */
const TIMEOUT_MS = 2_000;
/** How long an answer holds. */
const HOLDS_MS = 1_000;
/** How long a server that was lost counts as lost while it is asked again. */
const LOST_HOLDS_MS = 10_000;

interface Answer {
  /** Undefined if the server is there. */
  readonly error: Error | undefined;
  readonly at: number;
}

/** Finds out within a bounded time that a server is lost, even if it swallows what it is sent. */
export class Pinger {
  /** Has a connection of its own, so that a ping never waits for statements. */
  readonly #client: Client;
  #last: Answer | undefined;
  #asking: Promise<Answer> | undefined;

  /** The server's host and port. */
  readonly server: string;

  constructor(server: string, options: Parameters<typeof createClient>[0]) {
    this.server = server;
    this.#client = createClient({ ...options, max_open_connections: 1, request_timeout: TIMEOUT_MS });
  }

  /** Rejects if the server is lost. Only who asks first, or after a while, waits for one that is. */
  async reach(): Promise<void> {
    const { error } = await this.#answer();
    if (error) throw unreachable(error, this.server);
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  #answer(): Answer | Promise<Answer> {
    const last = this.#last;
    const age = performance.now() - (last?.at ?? -Infinity);
    if (last && age <= HOLDS_MS) return last;
    this.#asking ??= this.#ask();
    return last?.error && age <= LOST_HOLDS_MS ? last : this.#asking;
  }

  async #ask(): Promise<Answer> {
    const result = await this.#client.ping();
    this.#last = { error: result.success ? undefined : result.error, at: performance.now() };
    this.#asking = undefined;
    return this.#last;
  }
}
