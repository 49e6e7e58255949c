import { isValidBIC, isValidIBAN } from 'ibantools';
import { Type, type Static } from 'typebox';
import type { FieldErrors } from '../kernel/index.ts';

const Bank = Type.Object(
  {
    code: Type.String({
      maxLength: 64,
      pattern: '^[a-z0-9][a-z0-9._-]*$',
      'x-form': 'small letters, digits, dots, dashes and underscores',
      description: 'The code by which requests name it. Required.',
    }),
    format: Type.Enum(['pain.001.001.03', 'pain.001.001.09', 'csv'], {
      description: 'What the bank takes. Required.',
    }),
    name: Type.String({ minLength: 1, maxLength: 70, description: 'The holder of our account. Required.' }),
    iban: Type.String({ maxLength: 34, description: 'Our account, without spaces. Required.' }),
    bic: Type.Optional(
      Type.String({ maxLength: 11, description: 'The BIC of the bank. Default: `NOTPROVIDED` is written.' }),
    ),
    currency: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{3}$',
        'x-form': 'a currency such as EUR',
        description: 'Default: `EUR`.',
      }),
    ),
    initiatorId: Type.Optional(
      Type.String({
        maxLength: 35,
        pattern: '^[A-Za-z0-9-]+$',
        'x-form': 'letters, digits and dashes',
        description: 'The number of the contract, where the bank wants one.',
      }),
    ),
    withoutBic: Type.Optional(
      Type.Enum(['omit', 'NOTPROVIDED', 'refuse'], {
        description:
          'What to do for a destination without BIC: leave the bank out, write `NOTPROVIDED`, or leave the payment out. Default: `omit`.',
      }),
    ),
    address: Type.Optional(
      Type.Enum(['none', 'structured'], {
        description:
          'Whether the address of the destination is written, and needed. Only for `pain.001.001.09`. Default: `none`.',
      }),
    ),
    serviceLevel: Type.Optional(
      Type.String({
        pattern: '^([A-Z]{4})?$',
        'x-form': 'four capital letters or nothing',
        description: 'Empty for none. Default: `SEPA`.',
      }),
    ),
    chargeBearer: Type.Optional(
      Type.Enum(['SLEV', 'SHAR', 'DEBT', 'CRED'], { description: 'Who pays charges. Default: `SLEV`.' }),
    ),
    batchBooking: Type.Optional(
      Type.Boolean({ description: 'Whether statements show one line for the file. Default: `false`.' }),
    ),
    instructionId: Type.Optional(
      Type.Boolean({ description: 'Whether `InstrId` is written. Default: `true`.' }),
    ),
    maxLines: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: 'Payments of one file. Default: 1,000.' }),
    ),
    maxDaysAhead: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 360, description: 'Days until the execution. Default: 60.' }),
    ),
    cutOff: Type.Optional(
      Type.String({
        pattern: '^([01]\\d|2[0-3]):[0-5]\\d$',
        'x-form': 'a time such as 12:00',
        description: 'From this time (UTC) on files are for the next day. Default: `12:00`.',
      }),
    ),
    paidBy: Type.Optional(
      Type.Enum(['statement', 'status'], {
        description:
          'Whether a payment is paid when a statement (camt.053, camt.054) has it, or when a status (pain.002) says ACSC or ACCC. Default: `statement`.',
      }),
    ),
    returnFee: Type.Optional(
      Type.Enum(['partner', 'program'], {
        description: 'Who bears what a return is less than the payment. Default: `partner`.',
      }),
    ),
  },
  { additionalProperties: false },
);

export const BANKS = Type.Array(Bank, {
  default: [],
  maxItems: 100,
  description: 'Our bank accounts and what their banks take. See docs/disbursements.md.',
  'x-file-only': true,
});

/** Rules that the schema of a bank cannot express. */
export function bankFaults(banks: Static<typeof BANKS>): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<string>();
  for (const [index, { code, iban, bic, format, address }] of banks.entries()) {
    const at = (member: string): string => `disbursements.banks.${index}.${member}`;
    if (seen.has(code)) errors[at('code')] = ['must differ from that of every bank before it'];
    seen.add(code);
    if (!isValidIBAN(iban)) errors[at('iban')] = ['must be an IBAN without spaces'];
    if (bic !== undefined && !isValidBIC(bic)) errors[at('bic')] = ['must be a BIC such as COBADEFFXXX'];
    if (address === 'structured' && format !== 'pain.001.001.09')
      errors[at('address')] = ['can be structured only in pain.001.001.09'];
  }
  return errors;
}
