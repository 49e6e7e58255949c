import type { PostgresPoolClient } from 'kysely';
import type { PoolClient } from 'pg';
import { ONCE_MARK } from './once.ts';

/** By the text. Texts come from the code alone: those that a caller shapes are marked with `ONCE`. */
const names = new Map<string, string>();

/** What a later migration may add a column to: a prepared statement would then fail, as its result has changed. */
const ALL_COLUMNS = /\b(?:select|returning) \*|\.\*/;

/**
 * A connection of the pool as kysely uses it. Statements with parameters are prepared once per connection. They are
 * sent one after the other, and none after `stop` is aborted. When a rollback fails, the connection is closed: the server then rolls back by itself.
 */
export function lend(client: PoolClient, stop?: AbortSignal): PostgresPoolClient {
  let last: Promise<unknown> = Promise.resolve();
  let isBroken = false;
  const query = (text: string, values: unknown[]) => {
    const result = last.then(() => {
      stop?.throwIfAborted();
      return client.query({ name: nameOf(text, values), text, values });
    });
    last = result.catch(() => {});
    if (text !== 'rollback') return result;
    return result.catch(() => {
      isBroken = true;
      return { rows: [] };
    });
  };
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release(isBroken) };
}

function nameOf(text: string, values: readonly unknown[]): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (values.length === 0 || text.startsWith(`select ${ONCE_MARK}`) || ALL_COLUMNS.test(text))
    return undefined;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}
