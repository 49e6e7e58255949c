import { Decimal, exactJson, Problem } from '../../../kernel/index.ts';
import type { Row, Value } from '../../../platform/duckdb/index.ts';
import type { OpenView, Reader } from '../../facts/serving/index.ts';
import type { FactsContext } from '../../facts/handle/index.ts';
import { checkRelations } from './check-relations.ts';
import {
  compileCandidates,
  compileKnown,
  compilePage,
  compileRows,
  ON_PAGE,
  TOTAL,
  treeOf,
  withShared,
  type Ask,
  type Field,
  type Fields,
  type Owner,
  type Query,
  type Report,
} from '../query/index.ts';
import { refuseAmbiguous } from '../../requests/index.ts';

export interface Question {
  readonly report: Report;
  readonly ask: Ask;
  readonly owner: Owner;
  /** Opens views of the facts that are answered from. */
  readonly view: OpenView;
}

/** Some lines of a file. */
export type Lines = readonly (readonly Value[])[];

/** The page and the totals as JSON, in the order of the contract. */
export async function readPage(context: FactsContext, question: Question): Promise<string> {
  const { report, ask } = question;
  const rows = await readRows(context, question);
  // A subject with rows exists.
  if (rows[0]?.[`${TOTAL}count`] === 0) await checkSubject(context, question);
  const data = rows.filter((row) => row[ON_PAGE] === true).map(serializer(report.fields, ask));
  const totals = serializer(report.totals.fields, ask)(totalsOf(rows[0] ?? {}));
  return `{"data":[${data.join(',')}],"${report.totals.name}":${totals}}`;
}

async function readRows(
  { signal }: FactsContext,
  { report, ask, owner, view: open }: Question,
): Promise<Row[]> {
  const view = await open(treeOf(report.reach, owner), signal);
  if (report.reach !== 'shared') return run(view, compilePage(report, ask, owner, view.dialect), signal);
  return view.snapshot(async (reader) => {
    const viewer = await withShared(reader, owner, signal);
    return run(reader, compilePage(report, ask, viewer, reader.dialect), signal);
  }, signal);
}

export async function run<T extends object = Row>(
  reader: Reader,
  { sql, parameters, declared }: Query,
  signal: AbortSignal,
): Promise<T[]> {
  await checkRelations(reader, declared);
  return reader.query<T>(sql, parameters, { signal });
}

/** The names of the columns, then all matching rows, a block at a time. */
export async function* readLines(
  { signal }: FactsContext,
  { report, ask, owner, view: open }: Question,
): AsyncGenerator<Lines, void, undefined> {
  const fields = Object.entries(report.fields);
  const view = await open(treeOf(report.reach, owner), signal);
  const { sql, parameters, declared } = compileRows(report, ask, owner, view.dialect);
  await checkRelations(view, declared);
  yield [fields.flatMap(([name, { cells }]) => cells?.names(ask) ?? [name])];
  for await (const rows of view.stream(sql, parameters, { signal })) {
    yield rows.map((row) => fields.flatMap((field) => cellsOf(field, row, ask)));
  }
}

/** Refuses a path whose subject does not exist. */
export async function checkSubject(
  { signal }: FactsContext,
  { report, ask, owner, view: open }: Question,
): Promise<void> {
  const { subject } = report;
  if (!subject || ask.subject === undefined) return;
  const view = await open(treeOf(report.reach, owner), signal);
  const query = compileKnown(report, subject, ask, owner, view.dialect);
  const [found] = await run<{ is_known: boolean }>(view, query, signal);
  if (!found?.is_known) throw new Problem('not_found', subject.unknown(ask.subject));
}

/** Refuses tickets that several servers have. */
export async function checkTickets(
  { signal }: FactsContext,
  { report, ask, owner, view: open }: Question,
): Promise<void> {
  const { candidates } = report;
  if (!candidates?.areAsked(ask)) return;
  const view = await open(treeOf(report.reach, owner), signal);
  const query = compileCandidates(report, candidates, ask, owner, view.dialect);
  const found = await run<{ order_id: string }>(view, query, signal);
  refuseAmbiguous(found.map(({ order_id }) => order_id));
}

function totalsOf(row: Row): Row {
  const totals = Object.entries(row).filter(([name]) => name.startsWith(TOTAL));
  return Object.fromEntries(totals.map(([name, value]) => [name.slice(TOTAL.length), value]));
}

/** Serializes rows as JSON, in the order of the fields. */
function serializer(fields: Fields, ask: Ask): (row: Row) => string {
  const members = Object.entries(fields).map(([name, field]) => ({ name, field, key: JSON.stringify(name) }));
  return (row) =>
    `{${members.map(({ name, field, key }) => `${key}:${exactJson(valueOf(name, field, row, ask))}`).join(',')}}`;
}

function cellsOf([name, field]: readonly [string, Field], row: Row, ask: Ask): readonly Value[] {
  const value = valueOf(name, field, row, ask);
  return field.cells?.read(value) ?? [value];
}

/** Drops trailing zeros: the scale of a sum only follows from its type. */
function valueOf(name: string, { read }: Field, row: Row, ask: Ask): Value {
  const value = read ? read(row, ask) : (row[name] ?? null);
  return value instanceof Decimal ? value.trim() : value;
}
