import type { PostgresCursor, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type { PoolClient } from 'pg';
import { isConnectionError, isDiskFault } from './failure.ts';
import { ONCE_MARK } from './once.ts';

/** What a later migration may add a column to: a prepared statement would then fail, as its result has changed. */
const ALL_COLUMNS = /\b(?:select|returning) \*|\.\*/;

/**
 * A connection of the pool as kysely uses it. Statements with parameters are prepared once per connection. They are
 * sent one after the other. When a rollback fails or the session is lost, the connection is closed: the server then rolls
 * back by itself.
 */
export class PreparedClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  #last: Promise<unknown> = Promise.resolve();
  #isBroken = false;
  /** No statement is sent once it is aborted. */
  stop: AbortSignal | undefined;
  onDiskFault: ((error: unknown) => void) | undefined;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, values: readonly unknown[] = []): never {
    const result = this.#last.then(() => this.#send(String(text), values));
    this.#last = result.catch((error: unknown) => {
      // The server says that it ends the session before it closes the connection.
      if (!isConnectionError(error)) return;
      this.#isBroken = true;
      if (isDiskFault(error)) this.onDiskFault?.(error);
    });
    return (text === 'rollback' ? result.catch(() => this.#break()) : result) as never;
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  #send(text: string, values: readonly unknown[]): Promise<unknown> {
    this.stop?.throwIfAborted();
    return this.#client.query({ name: this.#names.of(text, values), text, values: [...values] });
  }

  #break() {
    this.#isBroken = true;
    return { rows: [] };
  }
}

/** The names of prepared statements. Texts come from the code alone: those that a caller shapes are marked with `ONCE`. */
class StatementNames {
  readonly #byText = new Map<string, string>();

  /** Undefined for a statement that is not to be prepared. */
  of(text: string, values: readonly unknown[]): string | undefined {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    if (values.length === 0 || text.startsWith(`select ${ONCE_MARK}`) || ALL_COLUMNS.test(text))
      return undefined;
    const name = `s${this.#byText.size}`;
    this.#byText.set(text, name);
    return name;
  }
}

/** The connections of one pool. */
export class PreparedClients {
  readonly #names = new StatementNames();
  readonly #known = new WeakMap<PoolClient, PreparedClient>();

  /** The same for the same connection, so that kysely reuses its state. */
  of(client: PoolClient): PreparedClient {
    const known = this.#known.get(client) ?? new PreparedClient(client, this.#names);
    this.#known.set(client, known);
    return known;
  }
}
