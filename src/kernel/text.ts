import { Type } from 'typebox';

/** Text without control characters and lone surrogates, which databases, logs and banks cannot represent. */
export function plainText(
  maxLength: number,
  options: { description?: string; examples: string[]; minLength?: number },
) {
  return Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff]*$',
    'x-form': 'text without control characters',
    ...options,
  });
}
