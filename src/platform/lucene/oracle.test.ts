import { beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { lower, parse } from './index.ts';
import { FIELDS, readCorpus, toRanges } from './testing/corpus.ts';
import { effort } from '../../testing/effort.ts';

const { documents, questions } = readCorpus();
const { sql } = await createTestDatabase();

beforeAll(async () => {
  await sql`
    create table document (
      number integer primary key, reference text, id text, status text, tenant_id text, from_asset text,
      to_asset text, venues text[], from_amount numeric, to_amount numeric, created_at timestamptz
    )`;
  await sql`insert into document ${sql(
    documents.map((document, number) => ({
      number,
      reference: document.reference ?? null,
      id: document.id,
      status: document.status,
      tenant_id: document.tenantId,
      from_asset: document.fromAsset,
      to_asset: document.toAsset ?? null,
      venues: [...document.venues],
      from_amount: document.from ?? null,
      to_amount: document.to ?? null,
    })),
  )}`;
});

async function select(query: string): Promise<string | null> {
  const parsed = parse(query, FIELDS);
  if (!parsed.ok) return null;
  const { fragments, parameters } = lower(parsed.query);
  const rows = await sql<{ number: number }[]>`
    select number from document as d where ${sql(fragments, ...parameters)} order by number`;
  return toRanges(rows.map(({ number }) => number));
}

describe('over the documents of the corpus', () => {
  const answered = questions.filter(({ refused }) => refused === undefined);
  const refused = questions.filter(({ refused }) => refused !== undefined);

  test('there are thousands of questions, and many of each outcome', () => {
    expect(answered.length).toBeGreaterThan(3000);
    expect(answered.filter(({ selected }) => selected === null).length).toBeGreaterThan(500);
    expect(answered.filter(({ selected }) => selected).length).toBeGreaterThan(1500);
  });

  test('every filter selects what Lucene selects, and is refused where Lucene refuses it', async () => {
    const differing = await Promise.all(
      answered
        .filter((_question, number) => number % effort(8, 1) === 0)
        .map(async ({ query, selected }) => {
          const ours = await select(query).catch(String);
          return ours === selected ? [] : [{ query, selected, ours }];
        }),
    );
    expect(differing.flat()).toEqual([]);
  }, 60_000);

  test.each(refused)('$query is refused on purpose: $refused', ({ query, refused = '' }) => {
    const parsed = parse(query, FIELDS);
    const messages = parsed.ok ? [] : parsed.diagnostics.map(({ message }) => message);
    expect(messages).toEqual([expect.stringContaining(refused)]);
  });
});
