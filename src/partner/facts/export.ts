import { Problem, type Context } from '../../kernel/index.ts';
import { tableOf } from './declare.ts';
import { findKind, KINDS } from './kinds/index.ts';
import type { Facts } from './open.ts';
import { quote } from './store/tables.ts';

const FORMATS: readonly [RegExp, string][] = [
  [/\.parquet$/i, 'format parquet, compression zstd'],
  [/\.csv$/i, "format csv, header, timestampformat '%Y-%m-%dT%H:%M:%S.%fZ'"],
];

export interface FactsExport {
  readonly kind: string;
  /** Ends with .parquet or .csv. */
  readonly path: string;
}

/** Writes all facts of a kind as they are now into a file that `import` takes, and returns how many there are. */
export async function exportFacts(
  { db: { database }, signal }: Context<Facts>,
  { kind: name, path }: FactsExport,
): Promise<number> {
  const kind = findKind(name);
  if (!kind) {
    const names = KINDS.map((each) => each.name).join(', ');
    throw new Problem('not_found', `There is no kind of facts named ${name}: there are ${names}.`);
  }
  const format = FORMATS.find(([ending]) => ending.test(path))?.[1];
  if (format === undefined) throw new Problem('validation_failed', `${path} must end with .parquet or .csv.`);
  const select = `
    select ${Object.keys(kind.fields).join(', ')} from ${tableOf(kind.name)} order by ${kind.key.join(', ')}`;
  const copy = `copy (${select}) to ${quote(path)} (${format})`;
  const [copied] = await database.query<{ Count: number }>(copy, [], { signal });
  return copied?.Count ?? 0;
}
