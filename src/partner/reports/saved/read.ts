import { LinkedAbort, Problem } from '../../../kernel/index.ts';
import type { FactsContext } from '../../facts/handle/index.ts';
import { readParameters } from './check.ts';
import { REPORTS } from '../declarations/index.ts';
import { readAsk, type Period, type Report } from '../query/index.ts';
import {
  checkSubject,
  checkTickets,
  CSV,
  FILES,
  readLines,
  readPage,
  readPartnerState,
  type Question,
} from '../reading/index.ts';

/** A question that takes longer is tried again later. */
const COUNT_MS = 20_000;

/** A question that was saved, for the partner of the actor. */
export interface SavedQuestion {
  /** The name of the report. */
  readonly report: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** How large the file can be; without them, none is made. */
  readonly file?: Bounds | undefined;
}

/** Of a file that is read into memory. */
interface Bounds {
  readonly rows: number;
  readonly bytes: number;
  readonly ms: number;
}

export interface SavedAnswer {
  readonly rows: number;
  readonly period: Period | undefined;
  /** All rows as CSV, as the API has them; undefined if they are too many, or take too long. */
  readonly csv: Buffer | undefined;
}

/** Counts the rows of a saved question, and reads them into memory if they are few. */
export async function readSaved(context: FactsContext, saved: SavedQuestion): Promise<SavedAnswer> {
  const { question, rows } = await within(context, COUNT_MS, (timed) => count(timed, saved));
  const { file } = saved;
  const isSmall = file !== undefined && rows <= file.rows;
  const csv = isSmall ? await readInTime(context, question, file) : undefined;
  return { rows, period: question.ask.period, csv };
}

async function count(context: FactsContext, saved: SavedQuestion) {
  const { report, question } = await ask(context, saved);
  await checkTickets(context, question);
  const page = JSON.parse(await readPage(context, question)) as Record<string, { readonly count: number }>;
  return { report, question, rows: page[report.totals.name]?.count ?? 0 };
}

async function ask(
  context: FactsContext,
  { report: name, query }: SavedQuestion,
): Promise<{ report: Report; question: Question }> {
  const report = REPORTS.find((each) => each.name === name);
  if (!report) throw new Problem('not_found', `There is no report ${name}.`);
  const parameters = readParameters(name, query);
  const { subject } = report;
  const named = subject && (parameters[subject.name] as string | number | undefined);
  if (subject && named === undefined)
    throw new Problem('unprocessable', `The report needs ${subject.name}: save the view again with it.`);
  const { owner, view } = await readPartnerState(context);
  const asked = readAsk(report, { ...parameters, limit: 1 }, named, context.clock.now());
  const question = { report, ask: asked, owner, view };
  await checkSubject(context, question);
  return { report, question };
}

async function readInTime(
  context: FactsContext,
  question: Question,
  bounds: Bounds,
): Promise<Buffer | undefined> {
  try {
    return await within(context, bounds.ms, (timed) => readCsv(timed, question, bounds));
  } catch (error) {
    if (error instanceof TooLate) return undefined;
    throw error;
  }
}

class TooLate extends Error {
  constructor() {
    super('The report takes too long.');
  }
}

async function within<T>(
  context: FactsContext,
  ms: number,
  work: (context: FactsContext) => Promise<T>,
): Promise<T> {
  const linked = new LinkedAbort(context.signal);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    linked.abort(new TooLate());
  }, ms);
  try {
    return await work({ ...context, signal: linked.signal });
  } catch (error) {
    throw isLate ? new TooLate() : error;
  } finally {
    clearTimeout(timer);
    linked.end();
  }
}

/** Undefined if the file is larger than allowed. */
async function readCsv(
  context: FactsContext,
  question: Question,
  { rows, bytes }: Bounds,
): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  let read = -1;
  const lines = counted(readLines(context, question), (count) => (read += count));
  for await (const part of FILES[CSV].write(lines, question.report)) {
    const buffer = Buffer.from(part);
    size += buffer.length;
    // Rows may have come since they were counted.
    if (size > bytes || read > rows) return undefined;
    parts.push(buffer);
  }
  return Buffer.concat(parts);
}

async function* counted<T extends readonly unknown[]>(
  blocks: AsyncIterable<T>,
  onBlock: (rows: number) => void,
): AsyncGenerator<T> {
  for await (const block of blocks) {
    onBlock(block.length);
    yield block;
  }
}
