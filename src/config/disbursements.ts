import { Type } from 'typebox';
import { BANKS } from './banks.ts';
import { METHODS } from './methods.ts';
import { MINIMUMS } from './minimums.ts';

export const DISBURSEMENTS = Type.Object(
  {
    coolingOffHours: Type.Integer({
      default: 72,
      minimum: 0,
      maximum: 2160,
      description:
        'Hours for which a bank account of a partner that replaces another one is not used after it was confirmed.',
    }),
    schedule: Type.String({
      default: '',
      pattern: '^(|[1-9]|1\\d|2[0-8]|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$',
      'x-form': 'a day of the month from 1 to 28, a weekday such as monday, or nothing',
      description:
        'The days (UTC) on which disbursements are requested for all partners: one of each month, or a weekday. Empty for none.',
    }),
    minimums: MINIMUMS,
    carry: Type.Enum(['on', 'reset'], {
      default: 'on',
      description:
        'Whether what the rewards of a month have made negative is carried over to the next one (on) or written off at its end (reset). Clawbacks are always carried over.',
    }),
    banks: BANKS,
    methods: METHODS,
  },
  { additionalProperties: false },
);
