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

/** A positive decimal in plain notation with at most 18 decimals. */
export function positiveDecimal(options: { description?: string; examples: string[] }) {
  return Type.String({
    maxLength: 60,
    pattern: '^(?=[0-9.]*[1-9])(0|[1-9][0-9]{0,39})(\\.[0-9]{1,18})?$',
    'x-form':
      'a decimal greater than zero in plain notation with at most 40 digits before and 18 after the point',
    ...options,
  });
}
