import type { Run } from './schema.ts';
import type { RunRow } from './store.ts';

export const toRun = (row: RunRow): Run => ({ ...row, requested_at: row.requested_at.toISOString() });
