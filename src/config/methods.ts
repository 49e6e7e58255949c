import { Type, type Static } from 'typebox';
import type { FieldErrors } from '../kernel/index.ts';

const Method = Type.Object(
  {
    code: Type.String({
      pattern: '^[a-z][a-z0-9-]{0,31}$',
      'x-form': 'lower-case letters, digits and dashes, such as paypal',
      description: 'By which requests and events name it. Required.',
    }),
    name: Type.String({
      minLength: 1,
      maxLength: 70,
      description: 'What partners read, such as PayPal. Required.',
    }),
    account: Type.String({
      minLength: 1,
      maxLength: 70,
      description: 'What partners enter, such as E-mail address. Required.',
    }),
  },
  { additionalProperties: false },
);

export const METHODS = Type.Array(Method, {
  default: [],
  maxItems: 50,
  description:
    'Other ways to pay partners: a program of yours pays what webhooks tell it, and confirms it. See docs/disbursements.md.',
  'x-file-only': true,
});

export function methodFaults(methods: Static<typeof METHODS>): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<string>();
  for (const [index, { code }] of methods.entries()) {
    if (seen.has(code))
      errors[`disbursements.methods.${index}.code`] = ['must differ from every one before it'];
    seen.add(code);
  }
  return errors;
}
