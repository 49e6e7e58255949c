import { Type } from 'typebox';

/** Text that any database, log and bank can carry: no control characters, no halves of a character. */
export function plainText(maxLength: number, options: { description?: string; examples: string[] }) {
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]*$',
    'x-form': 'text without control characters',
    ...options,
  });
}
