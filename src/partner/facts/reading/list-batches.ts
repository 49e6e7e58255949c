import { Type, type Static } from 'typebox';
import { offsetQuery } from '../../../platform/lists/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { batchStore } from '../log/index.ts';
import type { FactsContext } from '../handle/index.ts';

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });

export const BATCHES_QUERY = Type.Object(
  {
    ...offsetQuery,
    kind: Type.Optional(
      Type.String({ maxLength: 64, description: 'Only batches of this kind.', examples: ['orders'] }),
    ),
    number: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only the batch with this number.',
        examples: [52],
      }),
    ),
  },
  { additionalProperties: false },
);

export const BATCHES = Type.Object(
  {
    batches: Type.Array(
      Type.Object(
        {
          number: count('Its place in the log.', 52),
          kind: Type.String({ description: 'Of its facts, or of a payout.', examples: ['orders'] }),
          source: Type.String({
            description: 'The format it came in, `void`, or `crediting` for a payout.',
            examples: ['csv'],
          }),
          file_name: Type.Union([Type.String(), Type.Null()], { examples: ['orders-2024-03.csv'] }),
          actor_kind: Type.String({ description: 'What sent it.', examples: ['client'] }),
          actor: Type.String({ description: 'Who sent it.', examples: ['feeder'] }),
          created_at: Type.String({ format: 'date-time', examples: ['2024-06-01T12:00:00.000Z'] }),
          accepted: count('Facts that were new.', 1250),
          repeated: count('Facts that were already stored with the same content.', 3),
          replaced: count('Facts that replaced stored ones.', 1),
          withdrawn: count('Facts that it withdrew.', 0),
          voids: Type.Union([Type.Integer(), Type.Null()], {
            description: 'The batch that it voids.',
            examples: [null],
          }),
          voided_by: Type.Union([Type.Integer(), Type.Null()], {
            description: 'The batch that voids it.',
            examples: [null],
          }),
        },
        { title: 'FactBatch' },
      ),
    ),
    count: count('All that match.', 1),
  },
  { title: 'FactBatches' },
);

/** One page of the history of the log, newest first. */
export async function listBatches(
  { db }: FactsContext,
  { limit = 100, offset = 0, ...query }: Static<typeof BATCHES_QUERY>,
): Promise<Static<typeof BATCHES>> {
  const filter = { kind: query.kind ?? null, number: query.number ?? null };
  const counted = await batchStore.countBatches(db, filter).executeTakeFirstOrThrow();
  const batches = await batchStore.selectBatches(db, filter, limit, offset).execute();
  return {
    batches: batches.map((batch) => ({ ...batch, created_at: batch.created_at.toISOString() })),
    count: counted.count,
  };
}

/** Batches by their numbers. */
export async function readBatches(db: Db, numbers: readonly number[]) {
  const batches = await batchStore.selectBatchesNumbered(db, numbers).execute();
  return new Map(
    batches.map((batch) => [batch.number, { ...batch, created_at: batch.created_at.toISOString() }] as const),
  );
}
