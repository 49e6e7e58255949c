import { Type } from 'typebox';

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
