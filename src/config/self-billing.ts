import { Type, type Static } from 'typebox';
import type { FieldErrors } from '../kernel/index.ts';

const closed = { additionalProperties: false } as const;

const Treatment = Type.Object(
  {
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{2}$',
        'x-form': 'a country such as PT',
        description: 'Of the partner. Default: any.',
      }),
    ),
    kind: Type.Optional(
      Type.Enum(['company', 'person'], { description: 'What the partner is. Default: either.' }),
    ),
    rate: Type.String({
      pattern: '^(100|[1-9]?\\d(\\.\\d{1,4})?)$',
      'x-form': 'a percentage in quotes such as "19.5"',
      description: 'The rate of VAT. Required.',
    }),
    note: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'What documents say about it, such as `Reverse charge`.',
      }),
    ),
  },
  closed,
);

export const SELF_BILLING = Type.Object(
  {
    name: Type.String({
      default: '',
      maxLength: 140,
      description:
        'Legal name of the firm, in which documents are issued for what partners are paid. Empty: none are issued, and partners need no agreement.',
    }),
    address: Type.String({ default: '', maxLength: 300, description: 'Its address.' }),
    vatId: Type.String({ default: '', maxLength: 32, description: 'Its VAT id. Empty: it has none.' }),
    series: Type.String({
      default: 'SB-',
      pattern: '^[A-Z0-9-]{0,12}$',
      'x-form': 'at most 12 capital letters, digits and dashes',
      description: 'What the numbers of documents begin with, before the year.',
    }),
    service: Type.String({
      default: 'Referral of clients',
      minLength: 1,
      maxLength: 300,
      description: 'What documents call the services of partners.',
    }),
    agreement: Type.String({
      default: '',
      maxLength: 20_000,
      description: 'The text that a partner accepts before documents are issued in its name.',
    }),
    agreementDays: Type.Integer({
      default: 365,
      minimum: 1,
      maximum: 3650,
      description: 'Days for which it is accepted.',
    }),
    treatments: Type.Array(Treatment, {
      default: [],
      maxItems: 1000,
      description:
        'How documents treat VAT, by country and kind of the partner; the first that fits counts. Without one they say nothing about VAT. See docs/disbursements.md.',
      'x-file-only': true,
    }),
  },
  closed,
);

/** Rules that the schema cannot express. */
export function selfBillingFaults({ name, address, agreement }: Static<typeof SELF_BILLING>): FieldErrors {
  const errors: FieldErrors = {};
  if (name === '') return errors;
  if (address === '') errors['selfBilling.address'] = ['is required with selfBilling.name'];
  if (agreement === '') errors['selfBilling.agreement'] = ['is required with selfBilling.name'];
  return errors;
}
