import { StorageError } from '../../platform/storage/index.ts';

export const TOO_LONG = 'It took too long. Narrow the time or the filter.';
const NOT_ALLOWED = 'The folder for files is not writable. Grant the service write permission.';

const REASONS: Record<string, string> = {
  ENOSPC: 'The disk is full. Free some space, or store files elsewhere.',
  EDQUOT: 'The disk quota is exceeded. Free some space, or store files elsewhere.',
  EFBIG: 'The file is larger than the system allows. Narrow the time or the filter.',
  EACCES: NOT_ALLOWED,
  EROFS: NOT_ALLOWED,
  57014: TOO_LONG,
  TimeoutError: TOO_LONG,
};

/** Explains a failure to the caller and how to fix it, without internal details. */
export function explain(error: unknown, traceId: string): string {
  if (error instanceof StorageError) return error.message;
  const { code, name, message = '' } = error as { code?: string; name?: string; message?: string };
  const known = REASONS[code ?? ''] ?? REASONS[name ?? ''];
  if (known !== undefined) return known;
  if (/No space left|File too large/.test(message)) return REASONS['ENOSPC'] ?? '';
  if (/^Out of Memory|Maximum line size/.test(message)) {
    return 'Its rows are too large for Parquet. Use CSV or JSON.';
  }
  if (/to 'DECIMAL/.test(message)) {
    return 'An amount has too many digits for Parquet. Use CSV or JSON.';
  }
  return `An internal error occurred. If it happens again, report ${traceId}.`;
}
