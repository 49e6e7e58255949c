import { StorageError } from '../../platform/storage/index.ts';

export const TOO_LONG = 'It took too long. Narrow the time or the filter.';
const NOT_ALLOWED = 'The folder for files may not be written to. Give the service the right to.';

const REASONS: Record<string, string> = {
  ENOSPC: 'The disk is full. Make room, or keep files elsewhere.',
  EDQUOT: 'The disk quota is used up. Make room, or keep files elsewhere.',
  EFBIG: 'The file is larger than the system allows. Narrow the time or the filter.',
  EACCES: NOT_ALLOWED,
  EROFS: NOT_ALLOWED,
  57014: TOO_LONG,
  TimeoutError: TOO_LONG,
};

/** For the caller to read: what went wrong and how to mend it, and nothing of what is inside. */
export function explain(error: unknown, traceId: string): string {
  if (error instanceof StorageError) return error.message;
  const { code, name, message = '' } = error as { code?: string; name?: string; message?: string };
  const known = REASONS[code ?? ''] ?? REASONS[name ?? ''];
  if (known !== undefined) return known;
  if (/No space left|File too large/.test(message)) return REASONS['ENOSPC'] ?? '';
  if (/^Out of Memory|Maximum line size/.test(message)) {
    return 'Its rows are larger than can be put into columns. Ask for CSV or JSON.';
  }
  if (/to 'DECIMAL/.test(message)) {
    return 'An amount has more digits than Parquet can hold. Ask for CSV or JSON.';
  }
  return `Something went wrong on our side. If it happens again, report ${traceId}.`;
}
