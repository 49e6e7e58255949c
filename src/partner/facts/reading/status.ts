import { Type, type Static } from 'typebox';
import { tableOf, findKind } from '../kinds/index.ts';
import { selectPublished } from '../serving/index.ts';
import { findHolder, logStore } from '../log/index.ts';
import type { Facts, FactsContext } from '../handle/index.ts';
import { projectedKind, readState } from '../store/index.ts';

const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });
const nullable = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });

export const FACTS_STATUS = Type.Object(
  {
    head: count('The last batch of the log.', 52),
    applied: count('The last batch that the store of the process has.', 52),
    as_of: nullable('When that batch was accepted; null without any.', '2024-06-01T12:00:00.000Z'),
    recomputed: Type.Union([Type.Number({ minimum: 0, maximum: 1 }), Type.Null()], {
      description: 'How much of a large correction is computed; null while there is none.',
      examples: [0.4],
    }),
    rebuilding: Type.Union(
      [
        Type.Object({
          kind: Type.String({ description: 'The facts that are copied now.', examples: ['orders'] }),
          fraction: Type.Number({ minimum: 0, maximum: 1, examples: [0.6] }),
        }),
        Type.Null(),
      ],
      { description: 'How much of a new store is made; null while none is.', examples: [null] },
    ),
    objects: count('Objects of the log in the storage.', 12),
    bytes: count('Their size.', 48_213),
    served: Type.Union(
      [
        Type.Object({
          applied: count('The last batch with which ClickHouse answers.', 52),
          as_of: nullable('When that batch was accepted; null without any.', '2024-06-01T12:00:00.000Z'),
          version: count('The version that it answers from; 0 while there is none.', 41),
          error: nullable(
            'Why this process could not copy the facts the last time; null after a success.',
            'The ClickHouse server clickhouse:8123 cannot be reached at present.',
          ),
        }),
        Type.Null(),
      ],
      { description: 'What ClickHouse has; null where the store of the process answers reports.' },
    ),
    writer: nullable('The process that writes; null when none does.', 'http://10.0.0.7:8081'),
    kinds: Type.Array(
      Type.Object({
        kind: Type.String({ examples: ['orders'] }),
        batches: count('Batches of the log up to `applied`.', 12),
        facts: count('Facts in those batches that were not withdrawn.', 24_000),
        rows: count('Facts in the store. It differs from `facts` only in a damaged store.', 24_000),
      }),
      { description: 'What the store has of each kind.' },
    ),
  },
  { additionalProperties: false, title: 'FactsStatus' },
);
export type FactsStatus = Static<typeof FACTS_STATUS>;

/** Tells how far the log and the store of this process are. */
export async function readStatus({ facts }: FactsContext): Promise<FactsStatus> {
  const { db, database } = facts;
  const { applied, asOf } = await readState(database);
  const { number: head } = await logStore.selectHead(db).executeTakeFirstOrThrow();
  const writer = await findHolder(db);
  const { objects, bytes } = await logStore.countObjects(db).executeTakeFirstOrThrow();
  const kinds: FactsStatus['kinds'] = [];
  for (const { kind, batches, present } of await logStore.countKinds(db, applied).execute())
    kinds.push({ kind, batches, facts: present, rows: await countRows(facts, kind, present) });
  return {
    head,
    applied,
    as_of: asOf?.toISOString() ?? null,
    recomputed: facts.position.recomputed ?? null,
    rebuilding: facts.position.rebuilding ?? null,
    served: await readServed(facts),
    objects,
    bytes,
    writer: writer ? (writer.address ?? writer.holder) : null,
    kinds,
  };
}

async function readServed({ db, sink }: Facts): Promise<FactsStatus['served']> {
  if (!sink) return null;
  const { applied, as_of, version } = await selectPublished(db).executeTakeFirstOrThrow();
  return { applied, as_of: as_of?.toISOString() ?? null, version, error: sink.error ?? null };
}

/** A kind of another version has no table in this store, so nothing can be missing from it. */
async function countRows({ database, schema }: Facts, kind: string, expected: number): Promise<number> {
  const table = findKind(kind) ? tableOf(kind) : projectedKind(schema, kind)?.table;
  if (table === undefined) return expected;
  const [found] = await database.query<{ rows: number }>(`select count(*) as rows from ${table}`);
  return found?.rows ?? 0;
}
