import { utils, write, type CellObject } from '@e965/xlsx';
import { isNumeric, toText, valueOf, type Field } from './field.ts';
import type { OpenReport } from './open-report.ts';
import { texts } from './texts.ts';

const MOST_ROWS = 1_048_575;
/** Rows between two reports of the progress. */
const STEP = 500;
const DAY_MS = 86_400_000;
/** 1 January 1970 in the days of a spreadsheet. */
const EPOCH = 25_569;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Sheet {
  readonly report: Pick<OpenReport, 'rows'>;
  readonly fields: readonly Field[];
  readonly groups: readonly string[];
  readonly onRows: (rows: number) => void;
}

/** All rows as a workbook, with numbers and dates that a spreadsheet can compute with. */
export async function toXlsx({ report, fields, groups, onRows }: Sheet): Promise<Blob> {
  const rows: (CellObject | null)[][] = [];
  for await (const row of report.rows()) {
    rows.push(fields.map((field) => cellOf(valueOf(row, field, groups), field)));
    if (rows.length > MOST_ROWS) throw new Error(texts.download.tooMany(MOST_ROWS));
    if (rows.length % STEP === 0) onRows(rows.length);
  }
  onRows(rows.length);
  const sheet = utils.aoa_to_sheet([fields.map(({ name }) => name), ...rows], { dense: true });
  sheet['!cols'] = fields.map(({ type, name }) => ({
    wch: Math.max(type === 'date-time' ? 20 : 12, name.length + 2),
  }));
  const book = utils.book_new(sheet);
  const bytes = write(book, { type: 'array', compression: true }) as ArrayBuffer;
  return new Blob([bytes], { type: TYPE });
}

/** Dates have the built-in formats, which a spreadsheet shows as its owner writes dates. */
function cellOf(value: unknown, field: Field): CellObject | null {
  const text = toText(value);
  if (text === '') return null;
  if (isNumeric(field)) return { t: 'n', v: Number(text) };
  switch (field.type) {
    case 'date':
      return { t: 'n', v: serialOf(text), z: 'm/d/yy' };
    case 'date-time':
      return { t: 'n', v: serialOf(text), z: 'm/d/yy h:mm' };
    case 'boolean':
      return { t: 'b', v: value === true };
    default:
      return { t: 's', v: text };
  }
}

/** A moment in UTC as a spreadsheet counts it, which knows no time zones. */
const serialOf = (moment: string): number => Date.parse(moment) / DAY_MS + EPOCH;
