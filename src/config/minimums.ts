import { Type, type Static } from 'typebox';
import type { FieldErrors } from '../kernel/index.ts';

export const MINIMUMS = Type.Array(
  Type.Object(
    {
      currency: Type.String({
        pattern: '^[A-Z]{3,5}$',
        'x-form': 'a currency such as EUR',
        description: 'Required.',
      }),
      amount: Type.String({
        pattern: '^\\d{1,15}(\\.\\d{1,4})?$',
        'x-form': 'an exact decimal in quotes such as "50.00"',
        description: 'The least that is requested. Required.',
      }),
    },
    { additionalProperties: false },
  ),
  {
    default: [],
    maxItems: 200,
    description:
      'What an account must have available for a run over all partners, by currency. Without one, anything.',
    'x-file-only': true,
  },
);

export function minimumFaults(minimums: Static<typeof MINIMUMS>): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<string>();
  for (const [index, { currency }] of minimums.entries()) {
    if (seen.has(currency))
      errors[`disbursements.minimums.${index}.currency`] = ['must differ from every one before it'];
    seen.add(currency);
  }
  return errors;
}
