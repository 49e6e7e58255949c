import { noFieldErrors, type FieldErrors } from '../../../kernel/index.ts';

/** Reports the fields of a query or form with malformed percent-encoding, which parsers would guess. */
export function malformedFields(encoded: string): FieldErrors {
  const errors = noFieldErrors();
  if (!encoded.includes('%') || isWellFormed(encoded)) return errors;
  for (const pair of encoded.split('&')) {
    if (isWellFormed(pair)) continue;
    const [name = ''] = pair.split('=', 1);
    errors[isWellFormed(name) ? decodeURIComponent(name) : name] = [
      'must be percent-encoded UTF-8; write %25 for a percent sign',
    ];
  }
  return errors;
}

function isWellFormed(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}
