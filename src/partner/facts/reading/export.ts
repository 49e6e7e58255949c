import { Problem } from '../../../kernel/index.ts';
import { requireKind } from '../kinds/index.ts';
import { withFiles, fetchKind, readHead } from '../log/index.ts';
import { columnsOf, presentRows, selectFacts, quote } from '../store/index.ts';
import type { LogContext } from './verify.ts';

const FORMATS: readonly [RegExp, string][] = [
  [/\.parquet$/i, 'format parquet, compression zstd'],
  [/\.csv$/i, "format csv, header, timestampformat '%Y-%m-%dT%H:%M:%S.%fZ'"],
];

export interface FactsExport {
  readonly kind: string;
  /** Ends with .parquet or .csv. */
  readonly path: string;
}

/** Writes all facts of a kind as the log has them now into a file that `import` reads, and returns their number. */
export async function exportFacts(
  { facts: log, signal }: LogContext,
  { kind: name, path }: FactsExport,
): Promise<number> {
  const kind = requireKind(name);
  const format = FORMATS.find(([ending]) => ending.test(path))?.[1];
  if (format === undefined) throw new Problem('validation_failed', `${path} must end with .parquet or .csv.`);
  const head = await readHead(log.db);
  const columns = columnsOf(kind);
  return withFiles(log, async (files) => {
    const { paths, replacing } = await fetchKind(log.db, files, kind.name, head);
    return log.database.snapshot(async (session) => {
      const empty = Object.entries(columns).map(([column, type]) => `null::${type} as ${column}`);
      const sent =
        paths.length === 0
          ? `(select ${empty.join(', ')} where false)`
          : `(${await selectFacts(session, kind, paths)} where batch <= ${head})`;
      const select = `
        select ${Object.keys(columns).join(', ')} from ${presentRows(kind, sent, replacing)}
        order by ${kind.key.join(', ')}`;
      const copy = `copy (${select}) to ${quote(path)} (${format})`;
      const [copied] = await session.query<{ Count: number }>(copy, [], { signal });
      return copied?.Count ?? 0;
    }, signal);
  });
}
