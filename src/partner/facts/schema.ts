import { Type } from 'typebox';

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

export const KIND_PARAMS = Type.Object(
  { kind: Type.String({ description: 'The kind of facts: see docs/facts.md.', examples: ['orders'] }) },
  { additionalProperties: false },
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
