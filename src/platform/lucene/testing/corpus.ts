import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineFields } from '../index.ts';

export const CORPUS_FILE: string = join(import.meta.dirname, 'corpus.jsonl');

/** A document without a value for a field lacks that member. */
export interface Document {
  readonly reference?: string;
  readonly id: string;
  readonly status: string;
  readonly tenantId: string;
  readonly fromAsset: string;
  readonly toAsset?: string;
  readonly venues: readonly string[];
  readonly from?: string;
  readonly to?: string;
}

interface Question {
  readonly query: string;
  /** The numbers of the documents that Lucene selects, such as `0-3 7`; null if Lucene refuses the query. */
  readonly selected: string | null;
  /** Part of our error message, if we refuse what Lucene accepts. */
  readonly refused?: string;
}

/** Documents and queries with Lucene's answers, made by `tools/lucene-oracle`. */
export function readCorpus(): { documents: Document[]; questions: Question[] } {
  const lines = readFileSync(CORPUS_FILE, 'utf8').trimEnd().split('\n');
  const entries = lines.map((line) => JSON.parse(line) as { document: Document } | Question);
  return {
    documents: entries.flatMap((entry) => ('document' in entry ? [entry.document] : [])),
    questions: entries.filter((entry) => 'query' in entry),
  };
}

/** Ascending numbers in the short form of the corpus. */
export function toRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(' ');
}

/** The fields of the corpus, and one of each further kind. */
export const FIELDS = defineFields('reference', {
  reference: { kind: 'keyword', column: 'd.reference', description: 'The reference of the caller.' },
  id: { kind: 'keyword', column: 'd.id', description: 'The identifier.' },
  status: { kind: 'keyword', column: 'd.status', description: 'The status.' },
  tenantId: { kind: 'keyword', column: 'd.tenant_id', description: 'The tenant.' },
  fromAsset: { kind: 'keyword', column: 'd.from_asset', description: 'The asset to sell.' },
  toAsset: { kind: 'keyword', column: 'd.to_asset', description: 'The asset to buy.' },
  venues: { kind: 'keywords', column: 'd.venues', description: 'The venues.' },
  from: { kind: 'number', column: 'd.from_amount', description: 'The amount to sell.' },
  to: { kind: 'number', column: 'd.to_amount', description: 'The amount to buy.' },
  createdAt: { kind: 'time', column: 'd.created_at', description: 'When it was created.' },
});
