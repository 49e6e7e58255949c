import { Type, type Static } from 'typebox';
import { plainText } from '../../../kernel/index.ts';
import { offsetQuery } from '../../../platform/lists/index.ts';

const closed = { additionalProperties: false } as const;
const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

export const BANK_PARAMS = Type.Object(
  { bank: plainText(64, { description: 'The code of the bank profile.', examples: ['main'] }) },
  closed,
);

export const ANSWER = Type.Object(
  {
    number: Type.Integer({ description: 'The file of the bank.', examples: [3] }),
    bank: Type.String({ description: 'The bank profile.', examples: ['main'] }),
    sha256: Type.String({ description: 'Of the file.', examples: ['9f86d081…'] }),
    applied: count('Records that moved disbursements.', 12),
    noted: count('Records about our payments that changed nothing.', 0),
    unmatched: count('Records for a person.', 1),
    ignored: count('Records about other money, and those that another file had.', 4),
    imported_by: Type.String({ description: 'Who imported it.', examples: ['grace@example.com'] }),
    imported_at: Type.String({
      format: 'date-time',
      description: 'When.',
      examples: ['2024-06-04T08:00:00.000Z'],
    }),
  },
  { title: 'DisbursementAnswer' },
);
export type Answer = Static<typeof ANSWER>;

export const UNMATCHED = Type.Object(
  {
    lines: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'The line.', examples: ['42'] }),
          outcome: Type.Enum(['UNMATCHED', 'WAITING'], {
            description: 'WAITING is a return whose payment no statement has yet.',
            examples: ['UNMATCHED'],
          }),
          answer_number: Type.Integer({ description: 'The file of the bank.', examples: [3] }),
          disbursement_number: Type.Union([Type.Integer(), Type.Null()], {
            description: 'The disbursement that it names.',
            examples: [123],
          }),
          reason: Type.Union([Type.String(), Type.Null()], {
            description: 'Why a person has to look at it.',
            examples: ['It names no payment of ours.'],
          }),
          details: Type.Object(
            {},
            {
              additionalProperties: true,
              description: 'What the bank wrote.',
              examples: [{ kind: 'booking', amount: '120.50', currency: 'EUR', isDebit: true }],
            },
          ),
        },
        { title: 'UnmatchedDisbursementLine' },
      ),
    ),
    count: count('All of them.', 1),
  },
  { title: 'UnmatchedDisbursementLines' },
);

export const LINE_PARAMS = Type.Object({
  id: Type.String({ pattern: '^[1-9]\\d{0,17}$', description: 'The line.', examples: ['42'] }),
});

export const ASSIGNMENT = Type.Object(
  {
    disbursement_number: Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The disbursement that the line is about. Account, amount and currency must be the same.',
      examples: [123],
    }),
  },
  { ...closed, title: 'UnmatchedLineAssignment' },
);

export const DISMISSAL = Type.Object(
  {
    reason: plainText(500, {
      description: 'Why nothing has to be done.',
      examples: ['A fee of the bank.'],
    }),
  },
  { ...closed, title: 'UnmatchedLineDismissal' },
);

export const UNMATCHED_QUERY = Type.Object(offsetQuery, closed);
