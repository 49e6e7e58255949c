import { Type } from 'typebox';
import {
  noFieldErrors,
  refuseFieldErrors,
  textChecker,
  type Checker,
  type FieldErrors,
} from '../../../kernel/index.ts';
import { REPORTS } from '../declarations/index.ts';
import { checkTogether, pick, querySchema, type Report } from '../query/index.ts';

const NOT_SAVED = new Set(['limit', 'offset', 'format', 'updated_since']);

/** By the name of the report. */
const CHECKERS: ReadonlyMap<string, Checker> = new Map(
  REPORTS.map((report) => [report.name, checkerOf(report)]),
);

export const REPORT_NAMES: readonly string[] = [...CHECKERS.keys()];

/** The parameters of a saved question; refuses those that the report does not take, such as after an upgrade. */
export function readParameters(name: string, query: Readonly<Record<string, unknown>>): SavedParameters {
  const errors = noFieldErrors();
  const read = CHECKERS.get(name)?.(query, errors);
  refuseFieldErrors(errors);
  return read as SavedParameters;
}

type SavedParameters = Readonly<Record<string, unknown>>;

/** The ranges of days that a report takes: `date` stands for `date_from` and `date_to`. */
export function rangesOf(name: string): string[] {
  const report = REPORTS.find((each) => each.name === name);
  return report
    ? namesOf(pick(report).filters).flatMap((filter) => /^(.+)_from$/.exec(filter)?.[1] ?? [])
    : [];
}

/** Adds the errors of parameters that are saved for later questions to a report. */
export function checkSaved(
  name: string,
  query: Readonly<Record<string, unknown>>,
  errors: FieldErrors,
): void {
  CHECKERS.get(name)?.(query, errors);
}

/** How a report is shown, by the names of its fields and of its ranges of days. */
interface Display {
  readonly columns?: readonly string[];
  readonly chart?: string;
  readonly periods?: Readonly<Record<string, string>>;
}

/** Adds the errors of names that the report does not have. */
export function checkDisplay(name: string, display: Display, errors: FieldErrors): void {
  const report = REPORTS.find((each) => each.name === name);
  if (!report) return;
  const { dimensions, measures } = pick(report);
  const check = (path: string, given: string, known: readonly string[]): void => {
    if (!known.includes(given)) errors[path] = [`must be one of ${known.join(', ')}`];
  };
  const { columns = [], chart, periods = {} } = display;
  const fields = namesOf([...dimensions, ...measures]);
  for (const [index, column] of columns.entries()) check(`columns.${index}`, column, fields);
  if (chart !== undefined) check('chart', chart, namesOf(measures));
  const ranges = rangesOf(name);
  for (const range of Object.keys(periods)) check(`periods.${range}`, range, ranges);
}

const namesOf = (items: readonly { readonly name: string }[]): string[] => items.map(({ name }) => name);

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
