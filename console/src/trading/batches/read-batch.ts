import type { CreateWithdrawal, SavedDestination } from '@quaestor/sdk';
import { EXACT_MARKS, readAmount } from '../../shared/money/index.ts';
import { texts } from './texts.ts';

const { faults: t } = texts;
const REQUIRED = ['venue', 'asset', 'amount', 'destination', 'reference'] as const;
const OPTIONAL = ['network', 'tag'] as const;
export const COLUMNS = [...REQUIRED, ...OPTIONAL] as const;
const MOST = 500;

type Cells = Readonly<Partial<Record<(typeof COLUMNS)[number], string>>>;

export interface BatchLine {
  /** Its place in the file; the first line has the names of the columns. */
  readonly line: number;
  readonly request: CreateWithdrawal;
  /** What is wrong before the server is asked. */
  readonly fault?: string;
}

/** The withdrawals of a file, or what is wrong with the file as a whole. */
export function readBatch(
  text: string,
  saved: readonly SavedDestination[],
): { readonly lines: readonly BatchLine[] } | { readonly fault: string } {
  const [head, ...rows] = readCsv(text);
  if (head === undefined || rows.length === 0) return { fault: t.empty };
  if (rows.length > MOST) return { fault: t.many(MOST) };
  const names = head.map((name) => name.trim().toLowerCase());
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) return { fault: t.missing(missing) };
  const unknown = names.filter((name) => !COLUMNS.some((known) => known === name));
  if (unknown.length > 0) return { fault: t.unknown(unknown) };
  const doubled = names.filter((name, at) => names.indexOf(name) < at);
  if (doubled.length > 0) return { fault: t.doubled(doubled) };
  const uneven = rows.findIndex((row) => row.length !== names.length);
  if (uneven !== -1) return { fault: t.cells(uneven + 2) };
  const lines = rows.map((row, index) => {
    const cells: Cells = Object.fromEntries(names.map((name, at) => [name, row[at]?.trim() ?? '']));
    return toLine(cells, index + 2, saved);
  });
  const seen = new Set<string>();
  const twice = lines.find(({ request: { reference } }) => seen.has(reference) || !seen.add(reference));
  return twice === undefined ? { lines } : { fault: t.twice(twice.request.reference) };
}

function toLine(cells: Cells, line: number, saved: readonly SavedDestination[]): BatchLine {
  const { venue = '', asset = '', destination = '', reference = '', network = '', tag = '' } = cells;
  const amount = readAmount(cells.amount ?? '', asset, EXACT_MARKS);
  const kind = saved.find(({ alias }) => alias === destination)?.kind;
  const isBank = kind === 'bank';
  const place = { ...(network !== '' && { network }), ...(tag !== '' && { tag }) };
  const request = {
    venue,
    asset: { code: asset },
    amount: amount ?? cells.amount ?? '',
    reference,
    ...(isBank
      ? { fiatDestination: { alias: destination } }
      : {
          // Of a saved destination, the server refuses a network or a tag that it does not have.
          blockchainDestination: {
            ...(network === '' || kind === 'blockchain' ? { alias: destination } : { address: destination }),
            ...place,
          },
        }),
  };
  const fault =
    amount === undefined ? t.amount : isBank && Object.keys(place).length > 0 ? t.bank : undefined;
  return { line, request, ...(fault !== undefined && { fault }) };
}

/** The cells of RFC 4180, without empty lines. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = () => {
    row.push(cell);
    cell = '';
    if (row.some((each) => each.trim() !== '')) rows.push(row);
    row = [];
  };
  const content = text.replace(/^\uFEFF/, '');
  for (let at = 0; at < content.length; at += 1) {
    const char = content.charAt(at);
    if (isQuoted && char === '"' && content.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) cell += char;
    else if (char === ',') {
      row.push(cell);
      cell = '';
    } else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  }
  endRow();
  return rows;
}
