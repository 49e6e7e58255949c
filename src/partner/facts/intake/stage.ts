import type { Session } from '../../../platform/duckdb/index.ts';
import type { Kind } from '../kinds/index.ts';
import type { LineError, Refused } from './validate.ts';
import { parquetRows, selectedRows } from './source/columns.ts';
import type { FileSource, Source } from './source/source.ts';
import { stageText } from './source/stage-text.ts';
import { sheetLines } from './source/xlsx.ts';
import { checkedRows, listFaults, type RawRows } from './checks.ts';
import type { FactsContext } from '../handle/index.ts';

/** Reading stops after so many lines with faults of their own. */
const MAX_FAULTY_LINES = 1000;

export interface Progress {
  readonly step: 'reading' | 'checking' | 'storing';
  /** Lines read so far. */
  readonly rows: number;
  /** Of the step, from 0 to 1, if it is known. */
  readonly fraction?: number | undefined;
}

interface Staged {
  readonly source: Source;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** Reads the source into `batch`, without the lines that have faults of their own, which it returns. */
export async function stage(
  context: FactsContext,
  session: Session,
  kind: Kind,
  { source, onProgress }: Staged,
): Promise<Refused> {
  const { signal } = context;
  const errors: LineError[] = [];
  let unreadable = 0;
  let faulty = 0;
  let stoppedAfter: number | undefined;
  const countFaulty = async (raw: RawRows, onCheck?: (fraction: number) => void): Promise<void> => {
    const sql = 'select count(*) as count from checked where not ok';
    const [found] = await session.query<{ count: number }>(sql, [], { signal, onProgress: onCheck });
    const count = found?.count ?? 0;
    const list = listFaults(kind, raw, MAX_FAULTY_LINES);
    if (count > faulty) errors.push(...(await session.query<LineError>(list, [], { signal })));
    faulty = count;
  };
  const text = source.format === 'xlsx' ? sheetSource(kind, source, signal) : source;
  if ('bytes' in text) {
    stoppedAfter = await stageText(
      {
        session,
        kind,
        folder: context.facts.spillFolder,
        signal,
        onRows: (rows) => onProgress?.({ step: 'reading', rows, fraction: text.progress?.() }),
        onFaults: (line, faults) => {
          unreadable += 1;
          errors.push(...faults.map((fault) => ({ line, ...fault })));
        },
        onStaged: countFaulty,
        hasFaults: () => unreadable + faulty > 0,
        isEnough: () => unreadable + faulty >= MAX_FAULTY_LINES,
      },
      text,
    );
  } else {
    const raw =
      'path' in text
        ? await parquetRows(session, kind, text, signal)
        : await selectedRows(session, kind, text.sql);
    await session.run(`create temp view checked as ${checkedRows(kind, raw)}`);
    const onCheck = (fraction: number) => onProgress?.({ step: 'checking', rows: 0, fraction });
    await countFaulty(raw, onCheck);
  }
  const fields = Object.keys(kind.fields).join(', ');
  await session.run(
    `create temp view batch as select line, ${fields} from checked${faulty > 0 ? ' where ok' : ''}`,
  );
  return { lines: unreadable + faulty, errors, stoppedAfter };
}

/** The first sheet of a workbook, as a text. */
const sheetSource = (
  kind: Kind,
  { path, maxLines, tableFormat: { columns } = {} }: FileSource,
  signal: AbortSignal,
): Extract<Source, { bytes: unknown }> => ({
  format: 'csv',
  bytes: sheetLines(kind, { path, tableFormat: { columns }, signal }),
  maxLines,
  tableFormat: { separator: ',', columns },
});
