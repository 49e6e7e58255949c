import type { File } from './schema.ts';
import type { ListedFile } from './store.ts';

export const toFile = (row: ListedFile): File => ({
  ...row,
  sealed_at: row.sealed_at.toISOString(),
  fetched_at: row.fetched_at?.toISOString() ?? null,
  unsealed_at: row.unsealed_at?.toISOString() ?? null,
});
