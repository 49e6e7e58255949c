import type { Row } from '../duckdb/index.ts';
import { isUnavailable } from './errors.ts';
import type { Clickhouse } from './open.ts';

export type ClickhouseReader = Pick<Clickhouse, 'query' | 'stream'>;

/** Asks the first of several servers that is available. */
export function firstAvailable(nodes: readonly Clickhouse[]): ClickhouseReader {
  const [first, ...others] = nodes;
  if (!first) throw new Error('There is no ClickHouse server to ask.');
  if (others.length === 0) return first;
  const next = firstAvailable(others);
  return {
    async query<T extends object = Row>(...statement: Parameters<Clickhouse['query']>): Promise<T[]> {
      return first.query<T>(...statement).catch((error: unknown) => {
        if (isUnavailable(error)) return next.query<T>(...statement);
        throw error;
      });
    },
    async *stream<T extends object = Row>(
      ...statement: Parameters<Clickhouse['stream']>
    ): AsyncGenerator<T[], void, undefined> {
      const rows = first.stream<T>(...statement);
      let block: IteratorResult<T[], void>;
      try {
        block = await rows.next();
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        yield* next.stream<T>(...statement);
        return;
      }
      try {
        if (block.done === true) return;
        yield block.value;
        yield* rows;
      } finally {
        await rows.return();
      }
    },
  };
}
