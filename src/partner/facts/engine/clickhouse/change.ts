import type { Clickhouse } from '../../../../platform/clickhouse/index.ts';

/** Changes or deletes rows, and waits until all replicas have done it. */
export const change = (clickhouse: Clickhouse, sql: string, signal?: AbortSignal): Promise<void> =>
  clickhouse.run(sql, { signal }, { mutations_sync: '2', allow_nondeterministic_mutations: 1 });
