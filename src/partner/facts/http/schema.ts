import { Type, type Static } from 'typebox';
import { invalid, plainText } from '../../../kernel/index.ts';
import type { TableFormat, Voiding } from '../intake/index.ts';

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

export const KIND_PARAMS = Type.Object(
  { kind: Type.String({ description: 'The kind of facts: see docs/facts.md.', examples: ['orders'] }) },
  { additionalProperties: false },
);

const FILE_NAME = Type.Optional(
  plainText(255, {
    description: 'The name of the file that the facts come from, for the history of batches.',
    examples: ['orders-2024-03.csv'],
  }),
);

const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;

const DRY_RUN = Type.Optional(
  Type.Boolean({ description: 'Check and count everything, and store nothing.', examples: [true] }),
);

export const SEND_QUERY = Type.Object(
  {
    dry_run: DRY_RUN,
    file_name: FILE_NAME,
    separator: Type.Optional(
      Type.Enum(Object.keys(SEPARATORS) as (keyof typeof SEPARATORS)[], {
        description: 'Between the cells of CSV. By default the one that the first line has most of.',
        examples: ['semicolon'],
      }),
    ),
    decimal: Type.Optional(
      Type.Enum(['point', 'comma'], {
        description: 'What the decimals of CSV begin with. By default a point.',
        examples: ['comma'],
      }),
    ),
    columns: Type.Optional(
      plainText(8192, {
        description:
          'For CSV, XLSX and Parquet: the fields of columns with other names, as a JSON object. A column with the field ' +
          'null is left out.',
        examples: ['{"Account":"client_account","Remark":null}'],
      }),
    ),
  },
  { additionalProperties: false },
);

const isColumns = (value: unknown): value is Record<string, string | null> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((field) => field === null || typeof field === 'string');

export function readTableFormat({ separator, decimal, columns }: Static<typeof SEND_QUERY>): TableFormat {
  return {
    separator: separator && SEPARATORS[separator],
    decimalComma: decimal === 'comma',
    columns: columns === undefined ? undefined : parseColumns(columns),
  };
}

function parseColumns(text: string): Readonly<Record<string, string | null>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isColumns(value)) return value;
  } catch {
    // It is refused below.
  }
  throw invalid({
    columns: [
      'must be a JSON object with a field or null for each column, such as {"Account":"client_account"}',
    ],
  });
}

export const KEY_HEADER = {
  'idempotency-key': {
    description:
      'A name that the sender gives to this batch. For 7 days, the same content under the same key gets the first ' +
      'answer; other content is refused.',
    example: 'orders-2024-03-04-batch-17',
  },
};

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const STORED_IMPORT = Type.Object(
  {
    kind: Type.String({ description: 'The kind of facts: see docs/facts.md.', examples: ['orders'] }),
    file: Type.String({
      description: 'The key of the file in the storage, below `imports/`.',
      pattern: `^imports/${UUID}\\.((ndjson|jsonl|csv)(\\.gz)?|parquet|xlsx)$`,
      'x-form': 'imports/, a UUID and the ending of the format',
      examples: ['imports/0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d.parquet'],
    }),
    file_name: FILE_NAME,
    dry_run: DRY_RUN,
  },
  { additionalProperties: false, title: 'StoredImport' },
);

export const BATCH_SUMMARY = Type.Object(
  {
    accepted: count('Facts that were new.', 1250),
    repeated: count('Facts that were already stored with the same content.', 3),
    replaced: count('Facts that replaced stored ones with other content.', 1),
    refused: count('Always 0: a batch with a refused line is not stored.', 0),
  },
  { additionalProperties: false, title: 'BatchSummary' },
);

const MAX_VOIDED_FACTS = 1000;

export const VOIDING = Type.Object(
  {
    batch: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The number of the batch to void.', examples: [52] }),
    ),
    kind: Type.Optional(
      Type.String({ description: 'The kind of the facts to withdraw.', examples: ['orders'] }),
    ),
    facts: Type.Optional(
      Type.Array(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])), {
        minItems: 1,
        maxItems: MAX_VOIDED_FACTS,
        description: 'The keys of the facts to withdraw.',
        examples: [[{ server: 'real-1', ticket: 123456 }]],
      }),
    ),
    reason: Type.Optional(
      plainText(500, { description: 'Why, for the audit log.', examples: ['Sent twice by mistake.'] }),
    ),
  },
  {
    additionalProperties: false,
    title: 'FactsVoiding',
    examples: [{ batch: 52, reason: 'Sent twice by mistake.' }],
  },
);

/** Either a batch, or a kind and facts. */
export function readVoiding({ batch, kind, facts, reason }: Static<typeof VOIDING>): Voiding {
  if (batch !== undefined && kind === undefined && facts === undefined) return { batch, reason };
  if (batch === undefined && kind !== undefined && facts !== undefined) return { kind, facts, reason };
  const rule = 'give either batch, or kind and facts';
  throw invalid({ batch: [rule], kind: [rule], facts: [rule] });
}

export const VOIDED = Type.Object(
  {
    number: count('The number of the void in the log.', 53),
    kind: Type.String({ description: 'The kind of its facts.', examples: ['orders'] }),
    voids: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The batch that it voids; null if single facts were withdrawn.',
      examples: [52],
    }),
    withdrawn: count('Facts that exist no more.', 1250),
    restored: count('Facts that are again what they were before the batch.', 1),
    created_at: Type.String({ format: 'date-time', examples: ['2024-06-01T12:00:00.000Z'] }),
  },
  { additionalProperties: false, title: 'FactsVoid' },
);
