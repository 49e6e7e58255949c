import { Type, type Static } from 'typebox';
import { plainText } from '../../../kernel/index.ts';
import { offsetQuery } from '../../../platform/lists/index.ts';

const closed = { additionalProperties: false } as const;
const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2024-06-01T12:00:00.000Z'] });
const orNull = <S extends ReturnType<typeof time>>(schema: S) => Type.Union([schema, Type.Null()]);
const day = (description: string) => Type.String({ format: 'date', description, examples: ['2024-06-03'] });
const number = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The file.',
  examples: [7],
});

const format = Type.Enum(['pain.001.001.03', 'pain.001.001.09', 'csv'], { examples: ['pain.001.001.09'] });

export const LISTED_BANKS = Type.Object(
  {
    banks: Type.Array(
      Type.Object(
        {
          code: Type.String({ description: 'By which requests name it.', examples: ['main'] }),
          format,
          name: Type.String({ description: 'The holder of our account.', examples: ['Firm Ltd'] }),
          iban: Type.String({ description: 'Our account.', examples: ['DE75512108001245126199'] }),
          currency: Type.String({ examples: ['EUR'] }),
        },
        { title: 'DisbursementBank' },
      ),
    ),
  },
  { title: 'DisbursementBanks' },
);

export const NEW_FILE = Type.Object(
  {
    bank: plainText(64, {
      description: 'The code of a bank profile of the configuration.',
      examples: ['main'],
    }),
    execution_date: Type.Optional(
      day('When the bank is to execute it, a banking day; absent means the first that is possible.'),
    ),
  },
  { ...closed, title: 'NewDisbursementFile' },
);
export type NewFile = Static<typeof NEW_FILE>;

export const FILE = Type.Object(
  {
    number,
    bank: Type.String({ description: 'The bank profile.', examples: ['main'] }),
    format,
    message_id: Type.String({
      description: 'By which the bank knows it.',
      examples: ['F000000007-20240601120000'],
    }),
    iban: Type.String({ description: 'Our own account.', examples: ['DE89370400440532013000'] }),
    currency: Type.String({ examples: ['EUR'] }),
    execution_date: day('When the bank is to execute it.'),
    line_count: Type.Integer({ description: 'Its disbursements.', examples: [1] }),
    total: Type.String({ description: 'Their sum, an exact decimal.', examples: ['120.50'] }),
    sha256: Type.String({ description: 'Of its bytes, which never change.', examples: ['9f86d081…'] }),
    sealed_by: Type.String({ description: 'Who made it.', examples: ['grace@example.com'] }),
    sealed_at: time('When.'),
    fetched_at: orNull(time('When it was fetched first.')),
    unsealed_at: orNull(time('When it was unsealed.')),
  },
  { title: 'DisbursementFile' },
);
export type File = Static<typeof FILE>;

export const SEALED = Type.Object(
  {
    file: FILE,
    left_out: Type.Array(
      Type.Object(
        {
          number: Type.Integer({ description: 'The disbursement.', examples: [124] }),
          reason: Type.String({ examples: ['The bank needs the BIC of the destination.'] }),
        },
        { title: 'LeftOutDisbursement' },
      ),
      {
        description:
          'Approved disbursements that are not in it. Those whose balance fell wait for an approval again.',
      },
    ),
    warnings: Type.Array(Type.String(), {
      description: 'What a person should look at, such as documents without a treatment of VAT.',
      examples: [[]],
    }),
  },
  { title: 'SealedDisbursementFile' },
);
export type Sealed = Static<typeof SEALED>;

export const FILES = Type.Object(
  {
    files: Type.Array(FILE),
    count: Type.Integer({ minimum: 0, description: 'All of them.', examples: [1] }),
  },
  { title: 'DisbursementFiles' },
);

export const FILES_QUERY = Type.Object(offsetQuery, closed);
export const FILE_PARAMS = Type.Object({ number });
