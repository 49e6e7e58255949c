import { Readable } from 'node:stream';
import { Type, type TObject } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import { endpoint, matchesTag, type Endpoint, type EndpointAnswer } from '../../platform/http/index.ts';
import { factsContext, type Facts } from '../facts/index.ts';
import { preferred } from './accept.ts';
import { REPORTS } from './declarations/index.ts';
import type { Fields, Report } from './declare.ts';
import { Gate, type Places } from './gate.ts';
import { Lanes, type LanesOptions } from './lanes.ts';
import { Memory } from './memory.ts';
import { PICKER, pick } from './pick.ts';
import { checkSubject, readCsv, readPage, type Question } from './read.ts';
import { checkTogether, querySchema, readAsk } from './request.ts';
import { entityTag, States } from './state.ts';

const tag = 'Reports';
const CSV = 'text/csv';
const TYPES = ['application/json', CSV] as const;

const HEADERS = {
  etag: {
    description: 'The same as long as the answer is; send it back as `If-None-Match`.',
    example: '"qJvZ0w8mKxN1c5hT2yRb7LsPd3a"',
  },
  'x-as-of': {
    description: 'When the facts that were answered from last changed; the present while there are none.',
    example: '2024-06-01T12:00:00.000Z',
  },
};

interface ReportLimits {
  /** Reports that are answered at the same time. */
  readonly pages: LanesOptions;
  /** Files that are written at the same time: a slow reader keeps its place. */
  readonly files: Places;
  /** How long a file may be read. */
  readonly fileTimeoutMs: number;
  readonly memoryBytes: number;
}

/**
 * Node runs four statements of the engine at a time. What may take long has three of them, so that there is always one
 * for what is quick, and all together are fewer than what may read from the facts at once.
 */
const LIMITS: Omit<ReportLimits, 'memoryBytes'> = {
  pages: { quick: { places: 3, perCaller: 2 }, slow: { places: 1, perCaller: 1 } },
  files: { places: 2, perCaller: 1 },
  fileTimeoutMs: 600_000,
};

/** The reports of a partner. Pages that were told are remembered in so many bytes. */
export function reportEndpoints(facts: Facts, memoryBytes: number): Endpoint[] {
  const desk = openDesk({ ...LIMITS, memoryBytes });
  return [
    endpoint({
      method: 'GET',
      path: '/api/reports/',
      operation: 'listReports',
      tag,
      summary: 'The reports, with what they can be grouped, filtered and ordered by',
      scope: 'reports:view',
      answers: { 200: { description: 'The reports.', schema: PICKER } },
      handle: () => ({ status: 200, body: { data: REPORTS.map(pick) } }),
    }),
    ...REPORTS.map((report) => reportEndpoint(report, facts, desk)),
  ];
}

/** What all reports share. */
interface Desk {
  readonly pages: Lanes;
  readonly files: Gate;
  readonly fileTimeoutMs: number;
  readonly states: States;
  readonly memory: Memory;
}

export const openDesk = ({ pages, files, fileTimeoutMs, memoryBytes }: ReportLimits): Desk => ({
  pages: new Lanes(pages),
  files: new Gate(files),
  fileTimeoutMs,
  states: new States(),
  memory: new Memory(memoryBytes),
});

interface TaggedQuestion extends Question {
  readonly etag: string;
}

export function reportEndpoint(report: Report, facts: Facts, desk: Desk): Endpoint {
  const { subject } = report;
  return endpoint({
    method: 'GET',
    path: report.path,
    operation: report.operation,
    tag,
    summary: report.summary,
    description: `${report.description} With \`Accept: text/csv\`, all matching rows as a file.`,
    scope: 'reports:view',
    ...(subject && { params: Type.Object({ [subject.name]: subject.schema }) }),
    query: querySchema(report),
    check: (query, errors) => checkTogether(report, query, errors),
    answers: {
      200: {
        description: 'One page, and totals over all matching rows.',
        schema: answerSchema(report),
        contentType: 'application/json',
        alsoAs: { [CSV]: Type.String({ examples: [csvExample(report)] }) },
        headers: HEADERS,
      },
      304: {
        description: 'Nothing has changed since the answer of that `ETag`.',
        schema: null,
        headers: HEADERS,
      },
    },
    handle: async (call, { params, query, headers }) => {
      const context = factsContext(call, facts);
      const named = subject && (params as Record<string, string | number>)[subject.name];
      const ask = readAsk(report, query, named, context.clock.now());
      const state = await desk.states.read(context);
      const { owner, asOf } = state;
      const type = preferred(headers.accept, TYPES);
      const etag = entityTag(state, [report.name, ask, type]);
      const common = {
        etag,
        vary: 'accept',
        'cache-control': 'private, no-cache',
        'x-as-of': (asOf ?? context.clock.now()).toISOString(),
      };
      const question = { report, ask, owner, etag };
      const known = headers['if-none-match'];
      if (matchesTag(known, etag)) {
        // Whoever has the tag was told the answer, but anybody can send a star.
        if (known?.trim() === '*') await checkSubject(context, question);
        return { status: 304, headers: common };
      }
      const answer = type === CSV ? answerFile : answerPage;
      const { headers: own, ...rest } = await answer(context, question, desk);
      return { ...rest, headers: { ...common, ...own } };
    },
  });
}

/** The tag tells the partner, the state of the facts and the question: what has it is the answer. */
async function answerPage(
  context: Context<Facts>,
  { etag, ...question }: TaggedQuestion,
  { pages, memory }: Desk,
): Promise<EndpointAnswer> {
  const body = await memory.recall(etag, context.signal, async (signal) => {
    const shared = { ...context, signal };
    const leave = await pages.enter(question.owner.partnerUid, question.report.name, shared);
    try {
      return await readPage(shared, question);
    } finally {
      leave();
    }
  });
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body };
}

/** The first block is waited for, so that what goes wrong before it is still told as a problem. */
async function answerFile(
  context: Context<Facts>,
  question: Question,
  { files, fileTimeoutMs }: Desk,
): Promise<EndpointAnswer> {
  const limit = AbortSignal.timeout(fileTimeoutMs);
  const signal = AbortSignal.any([context.signal, limit]);
  const leave = await files.enter(question.owner.partnerUid, signal);
  try {
    await checkSubject(context, question);
    const blocks = readCsv({ ...context, signal }, question);
    const started = [await blocks.next(), await blocks.next()].map(({ value }) => value ?? '').join('');
    signal.throwIfAborted();
    const body = Readable.from(joined(started, blocks), { objectMode: false });
    // Without an error the connection would stay open, and its reader would wait for the rest.
    // Each is listened to by itself: nobody else holds on to a time limit that only a joint signal waits for.
    for (const ending of [context.signal, limit]) {
      ending.addEventListener('abort', () => body.destroy(ending.reason as Error), { once: true });
    }
    body.once('close', () => {
      // A file that nobody began to read has not begun to end either.
      void blocks.return();
      leave();
    });
    return {
      status: 200,
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': `attachment; filename="${question.report.name}.csv"`,
      },
      body,
    };
  } catch (error) {
    leave();
    throw error;
  }
}

async function* joined(
  started: string,
  blocks: AsyncGenerator<string, void, undefined>,
): AsyncGenerator<string, void, undefined> {
  yield started;
  yield* blocks;
}

/** The line that names the columns. */
function csvExample({ fields, grouping }: Report): string {
  return Object.keys(fields)
    .map((name) => (name === 'group_fields' ? (grouping?.byDefault ?? []).join(',') : name))
    .join(',');
}

function answerSchema({ name, fields, totals }: Report): TObject {
  const title = name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return Type.Object(
    {
      data: Type.Array(Type.Object(schemas(fields), { title: `${title}Row` })),
      [totals.name]: Type.Object(schemas(totals.fields), { title: `${title}Totals` }),
    },
    { title: `${title}Report` },
  );
}

const schemas = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
