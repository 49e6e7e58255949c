import type { Db } from '../../platform/postgres/index.ts';
import type { Metrics } from '../../platform/telemetry/index.ts';
import { tallyExports, type ExportRow } from './store.ts';

/** Read from the database, so equal in every process. */
export function measureExports(metrics: Metrics, db: Db): void {
  const read = async (status: ExportRow['status'], count: 'exports' | 'rows'): Promise<number> =>
    Number((await tallyExports(db, status).executeTakeFirstOrThrow())[count]);
  metrics.gauge('quaestor_exports_processing', 'Exports in progress.', [], async () => [
    { value: await read('PROCESSING', 'exports') },
  ]);
  metrics.counter('quaestor_exports_ended_total', 'Finished exports by outcome.', ['outcome'], async () => [
    { labels: { outcome: 'completed' }, value: await read('COMPLETED', 'exports') },
    { labels: { outcome: 'failed' }, value: await read('FAILED', 'exports') },
  ]);
  metrics.counter('quaestor_export_rows_total', 'Rows in the files of completed exports.', [], async () => [
    { value: await read('COMPLETED', 'rows') },
  ]);
}
