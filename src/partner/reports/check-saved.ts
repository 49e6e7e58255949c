import { Type } from 'typebox';
import { textChecker, type Checker, type FieldErrors } from '../../kernel/index.ts';
import { REPORTS } from './declarations/index.ts';
import type { Report } from './declare.ts';
import { checkTogether, querySchema } from './request.ts';

const NOT_SAVED = new Set(['limit', 'offset', 'format', 'updated_since']);

/** By the name of the report. */
const CHECKERS: ReadonlyMap<string, Checker> = new Map(
  REPORTS.map((report) => [report.name, checkerOf(report)]),
);

export const REPORT_NAMES: readonly string[] = [...CHECKERS.keys()];

/** Adds the errors of parameters that are saved for later questions to a report. */
export function checkSaved(
  name: string,
  query: Readonly<Record<string, unknown>>,
  errors: FieldErrors,
): void {
  CHECKERS.get(name)?.(query, errors);
}

/** What the path names is a parameter like the others. */
function checkerOf(report: Report): Checker {
  const parameters = Object.fromEntries(
    Object.entries(querySchema(report).properties).filter(([name]) => !NOT_SAVED.has(name)),
  );
  const subject = report.subject && { [report.subject.name]: Type.Optional(report.subject.schema) };
  const check = textChecker(Type.Object({ ...parameters, ...subject }, { additionalProperties: false }));
  return (query, errors) => {
    const read = check(query, errors) as Readonly<Record<string, unknown>>;
    checkTogether(report, read, errors);
    return read;
  };
}
