import { expect } from 'vitest';
import { Decimal } from '../../../kernel/index.ts';
import type { Facts } from '../../facts/handle/index.ts';
import type { Report } from '../query/index.ts';
import { Ratio, type Cell, type ModelRow } from './model/cells.ts';
import { MODELS } from './model/models.ts';
import type { View } from './model/view.ts';
import { ask, type Asked } from './questions.ts';
import { NOW } from './world.ts';

/** Numbers as `#` and their text, so that no digit is lost. */
function parseExactly(json: string): Record<string, unknown> {
  const quoted = json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?/g, (token) =>
    token.startsWith('"') ? token : `"#${token}"`,
  );
  return JSON.parse(quoted) as Record<string, unknown>;
}

/** A value of the model as a report shows it. */
function shownAs(cell: Cell): unknown {
  if (cell instanceof Ratio) return shownAs(cell.shown);
  if (cell instanceof Decimal) return `#${cell.trim().toString()}`;
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'number') return `#${cell}`;
  if (Array.isArray(cell)) return cell.map(shownAs);
  if (cell === null || typeof cell !== 'object') return cell;
  return Object.fromEntries(Object.entries(cell).map(([name, value]) => [name, shownAs(value)]));
}

/** Texts of notifications are not part of the model. */
const plain = (row: Record<string, unknown>): Record<string, unknown> =>
  'notifications' in row
    ? {
        ...row,
        notifications: (row['notifications'] as Record<string, string>[]).map((note) =>
          typeof note === 'string' ? note : `${note['name']} ${note['severity']}`,
        ),
      }
    : row;

/** All rows, page by page, and the totals, which are the same on every page. */
async function walk(facts: Facts, report: Report, asked: Asked) {
  const first = report.paging?.firstOffset ?? 0;
  const rows: Record<string, unknown>[] = [];
  let totals: unknown;
  for (;;) {
    const page = { limit: asked.limit, offset: first + rows.length };
    const { data, ...rest } = parseExactly(await ask(facts, report, asked, page));
    totals ??= rest[report.totals.name];
    expect(rest).toEqual({ [report.totals.name]: totals });
    const found = data as Record<string, unknown>[];
    rows.push(...found.map(plain));
    if (found.length < asked.limit) return { rows, totals };
  }
}

/** Null comes last, whichever way. */
function compare(a: Cell | undefined, b: Cell | undefined): number {
  if (a instanceof Ratio && b instanceof Ratio) {
    if (a.under.isZero || b.under.isZero) return Number(a.under.isZero) - Number(b.under.isZero);
    return a.over.times(b.under).compare(b.over.times(a.under));
  }
  if (a instanceof Decimal && b instanceof Decimal) return a.compare(b);
  const [left, right] = [a, b].map((cell) => (cell instanceof Date ? cell.toISOString() : (cell ?? '')));
  return (left as string) < (right as string) ? -1 : (left as string) > (right as string) ? 1 : 0;
}

const isNothing = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (cell instanceof Ratio && cell.under.isZero);

function isOrdered(before: ModelRow, after: ModelRow, ordering: readonly string[]): boolean {
  for (const entry of ordering) {
    const name = entry.replace(/^-/, '');
    const [a, b] = [before[name], after[name]];
    if (isNothing(a) || isNothing(b)) {
      if (isNothing(a) !== isNothing(b)) return isNothing(b);
      continue;
    }
    const order = compare(a, b) * (entry === name ? 1 : -1);
    if (order !== 0) return order < 0;
  }
  return true;
}

/** The answer of the engine and that of the model, in a form in which they are equal when they agree. */
export async function bothAnswers(facts: Facts, report: Report, view: View | undefined, asked: Asked) {
  const { ordering = [], ...query } = asked.query as { ordering?: string[] };
  const model = view && MODELS[report.name]?.(view, query, NOW.toISOString().slice(0, 10), asked.subject);
  if (!model) throw new Error(`There is no model of ${report.name} for ${asked.me}.`);
  const { rows, totals } = await walk(facts, report, asked);
  const texts = rows.map((row) => JSON.stringify(row));
  const byText = new Map(
    model.rows.map((row, index) => [JSON.stringify(shownAs(row)), { ...row, ...model.hidden?.[index] }]),
  );
  const inOrder = texts.map((text) => byText.get(text) ?? {});
  const misplaced = texts.filter(
    (_, index) => index > 0 && !isOrdered(inOrder[index - 1] ?? {}, inOrder[index] ?? {}, ordering),
  );
  return {
    engine: { totals, rows: texts.toSorted(), misplaced },
    model: { totals: shownAs(model.totals), rows: [...byText.keys()].toSorted(), misplaced: [] },
  };
}
