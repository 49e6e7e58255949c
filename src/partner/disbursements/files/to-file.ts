import type { Static } from 'typebox';
import { Decimal } from '../../../kernel/index.ts';
import type { File, FILE } from './schema.ts';
import type { ListedFile } from './store.ts';

export const toFile = (row: ListedFile): File => ({
  ...row,
  sealed_at: row.sealed_at.toISOString(),
  fetched_at: row.fetched_at?.toISOString() ?? null,
  unsealed_at: row.unsealed_at?.toISOString() ?? null,
});

/** As the API shows it. */
export const shown = (file: File): Static<typeof FILE> => ({
  ...file,
  total: Decimal.parse(file.total).trim(),
});
