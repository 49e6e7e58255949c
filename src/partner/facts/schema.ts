import { Type } from 'typebox';

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

export const KIND_PARAMS = Type.Object(
  { kind: Type.String({ description: 'The kind of facts: see docs/facts.md.', examples: ['orders'] }) },
  { additionalProperties: false },
);

const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';

export const STORED_IMPORT = Type.Object(
  {
    kind: Type.String({ description: 'The kind of facts: see docs/facts.md.', examples: ['orders'] }),
    file: Type.String({
      description: 'The key of the file in the storage, below `imports/`.',
      pattern: `^imports/${UUID}\\.((ndjson|jsonl|csv)(\\.gz)?|parquet)$`,
      'x-form': 'imports/, a UUID and the ending of the format',
      examples: ['imports/0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d.parquet'],
    }),
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
