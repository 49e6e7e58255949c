import { invalid } from '../../../kernel/index.ts';
import { compileValues, listFilters, treeOf, type Report } from '../query/index.ts';
import { checkSubject, run, type Question } from './read.ts';
import type { FactsContext } from '../../facts/handle/index.ts';

interface ValuesQuery {
  readonly field: string;
  readonly search?: string | undefined;
  readonly limit: number;
}

interface KnownValues {
  readonly values: readonly string[];
  readonly has_more: boolean;
}

/** The column that a filter compares with values. */
export function columnOf(report: Report, field: string): string {
  const known = listFilters(report);
  const column = known.includes(field) ? report.filters[field]?.column : undefined;
  if (column !== undefined) return column;
  throw invalid({ field: [`must be one of ${known.join(', ')}`] });
}

/** The values of a filter that occur in the rows of a report, sorted. */
export async function readValues(
  context: FactsContext,
  question: Question,
  { field, search, limit }: ValuesQuery,
): Promise<KnownValues> {
  const { report, ask, owner } = question;
  const wanted = { column: columnOf(report, field), search, limit: limit + 1 };
  const view = await question.view(treeOf(report.reach, owner), context.signal);
  const query = compileValues(report, ask, owner, view.dialect, wanted);
  const rows = await run<{ value: string }>(view, query, context.signal);
  if (rows.length === 0) await checkSubject(context, question);
  return { values: rows.slice(0, limit).map(({ value }) => value), has_more: rows.length > limit };
}
