import { addAbortSignal, Readable } from 'node:stream';
import { Type, type TObject } from 'typebox';
import {
  endpoint,
  FILE_NAME_HEADER,
  IF_NONE_MATCH_HEADER,
  matchesTag,
  type Endpoint,
  type EndpointAnswer,
} from '../../platform/http/index.ts';
import { traced } from '../../platform/telemetry/index.ts';
import { factsContext, type Facts, type FactsContext } from '../facts/handle/index.ts';
import { readSince } from '../facts/log/index.ts';
import { preferred, XLSX } from '../requests/index.ts';
import { PROGRAM_REPORTS, REPORTS } from './declarations/index.ts';
import {
  checkTogether,
  pick,
  PICKER,
  querySchema,
  readAsk,
  type Fields,
  type Report,
} from './query/index.ts';
import {
  checkSubject,
  checkTickets,
  CSV,
  entityTag,
  FILES,
  PROGRAM_SCOPE,
  readLines,
  readPage,
  readProgramState,
  type FileFormat,
  type Lines,
  type Question,
} from './reading/index.ts';
import { createReportResources, type ReportLimits, type ReportResources } from './resources/index.ts';
import { valueEndpoint } from './value-routes.ts';

const tag = 'Reports';
const JSON_TYPE = 'application/json';
const TYPES = { json: JSON_TYPE, csv: CSV, xlsx: XLSX } as const;

const HEADERS = {
  etag: {
    description: 'The same as long as the answer is; send it back as `If-None-Match`.',
    example: '"1250-qJvZ0w8mKxN1c5hT2yRb7LsPd3a"',
  },
  'x-as-of': {
    description: 'When the facts that were answered from last changed; the present while there are none.',
    example: '2024-06-01T12:00:00.000Z',
  },
};

/**
 * Node runs four statements of the engine at a time. Slow reports and files take at most three of them, so that one
 * stays free for quick pages. All together are fewer than the readers of the fact store.
 */
const LIMITS: Omit<ReportLimits, 'cacheBytes'> = {
  pages: {
    quick: { places: 3, perKey: 2, maxWaiting: 1000, maxWaitingPerKey: 200 },
    slow: { places: 1, perKey: 1, maxWaiting: 200, maxWaitingPerKey: 50 },
  },
  files: { places: 2, perKey: 1, maxWaiting: 100, maxWaitingPerKey: 20 },
  fileTimeoutMs: 600_000,
  blockTimeoutMs: 60_000,
};

export function reportEndpoints(facts: Facts, cacheBytes: number): Endpoint[] {
  const resources = createReportResources({ ...LIMITS, cacheBytes });
  return [
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: '/api/reports/',
      operation: 'listReports',
      tag,
      summary: 'The reports, with what they can be grouped, filtered and ordered by',
      scope: 'reports:view',
      answers: { 200: { description: 'The reports.', schema: PICKER } },
      handle: () => ({ status: 200, body: { data: REPORTS.map(pick) } }),
    }),
    ...[...REPORTS, ...PROGRAM_REPORTS].map((report) => reportEndpoint(report, facts, resources)),
    valueEndpoint(facts, resources),
  ];
}

interface TaggedQuestion extends Question {
  readonly etag: string;
}

export function reportEndpoint(report: Report, facts: Facts, resources: ReportResources): Endpoint {
  const { subject } = report;
  const isProgram = report.reach === 'program';
  return endpoint({
    method: 'GET',
    waitsForWrites: true,
    ...(!isProgram && { readAs: 'partner' as const }),
    path: report.path,
    operation: report.operation,
    tag: isProgram ? 'Program' : tag,
    summary: report.summary,
    description: `${report.description} With \`format=csv\` or \`format=xlsx\`, or by \`Accept\`, all matching rows as a file.`,
    scope: isProgram ? PROGRAM_SCOPE : 'reports:view',
    ...(subject && { params: Type.Object({ [subject.name]: subject.schema }) }),
    query: querySchema(report),
    headers: IF_NONE_MATCH_HEADER,
    check: (query, errors) => checkTogether(report, query, errors),
    ...(report.candidates && { errors: ['unprocessable'] as const }),
    answers: {
      200: {
        description: 'One page, and totals over all matching rows.',
        schema: answerSchema(report),
        contentType: JSON_TYPE,
        alsoAs: {
          [CSV]: Type.String({ examples: [csvExample(report)] }),
          [XLSX]: Type.String({ format: 'binary', examples: ['PK'] }),
        },
        headers: { ...HEADERS, ...FILE_NAME_HEADER },
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
      const state = await (isProgram ? readProgramState(context) : resources.states.read(context));
      const { owner, asOf, applied, view } = state;
      const { format, updated_since: time } = query as {
        readonly format?: keyof typeof TYPES;
        readonly updated_since?: string;
      };
      const since = time === undefined ? undefined : await readSince(facts.db, time, applied);
      const ask = { ...readAsk(report, query, named, context.clock.now()), since };
      const type = format ? TYPES[format] : preferred(headers.accept, Object.values(TYPES));
      const etag = entityTag(state, [report.name, ask, type]);
      const common = {
        etag,
        vary: 'accept',
        'cache-control': 'private, no-cache',
        'x-as-of': (asOf ?? context.clock.now()).toISOString(),
      };
      const question = { report, ask, owner, view, etag };
      const known = headers['if-none-match'];
      if (matchesTag(known, etag)) {
        // A star can be sent without ever having had an answer.
        if (known?.trim() === '*') await checkSubject(context, question);
        return { status: 304, headers: common };
      }
      await checkTickets(context, question);
      const { headers: own, ...rest } =
        type === CSV || type === XLSX
          ? await answerFile(context, { ...question, file: FILES[type] }, resources)
          : await answerPage(context, question, resources);
      return { ...rest, headers: { ...common, ...own } };
    },
  });
}

/** The entity tag covers partner, facts and question, so it is the key of the cached page. */
async function answerPage(
  context: FactsContext,
  { etag, ...question }: TaggedQuestion,
  { pages, cache }: ReportResources,
): Promise<EndpointAnswer> {
  const { partnerUid } = question.owner;
  const body = await cache.get(etag, context.signal, (signal) => {
    const shared = { ...context, signal };
    return pages.run({ partnerUid, report: question.report.name }, shared, () =>
      traced(`report ${question.report.name}`, {}, () => readPage(shared, question)),
    );
  });
  return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body };
}

/** Waits for the first block, so that an error before it is still answered as a problem. */
async function answerFile(
  context: FactsContext,
  { file, ...question }: Question & { readonly file: FileFormat },
  { files, fileTimeoutMs, blockTimeoutMs }: ReportResources,
): Promise<EndpointAnswer> {
  const limit = AbortSignal.timeout(fileTimeoutMs);
  const signal = AbortSignal.any([context.signal, limit]);
  const release = await files.acquire({ key: question.owner.partnerUid, signal });
  const blocks = readLines({ ...context, signal }, question);
  try {
    await checkSubject(context, question);
    const started = await traced(`report ${question.report.name} file`, {}, async () =>
      [await blocks.next(), await blocks.next()].flatMap(({ value }) => value ?? []),
    );
    signal.throwIfAborted();
    const onLate = (): unknown => body.destroy(new Error('The reader of a file is too slow.'));
    const taken = takenInTime(file.write(joined(started, blocks), question.report), blockTimeoutMs, onLate);
    const body: Readable = Readable.from(taken, { objectMode: false });
    // Without an error the connection would stay open, and its reader would wait for the rest.
    // Each signal is added: the time limit of a joint signal alone could be garbage-collected.
    for (const ending of [context.signal, limit]) addAbortSignal(ending, body);
    body.once('close', () => {
      // Needed when the file was never read.
      void blocks.return();
      release();
    });
    return {
      status: 200,
      headers: {
        'content-type': file.contentType,
        'content-disposition': `attachment; filename="${question.report.name}.${file.extension}"`,
      },
      body,
    };
  } catch (error) {
    void blocks.return();
    release();
    throw error;
  }
}

async function* joined(
  started: Lines,
  blocks: AsyncGenerator<Lines, void, undefined>,
): AsyncGenerator<Lines, void, undefined> {
  yield started;
  yield* blocks;
}

/** Somebody who takes a few bytes now and then must not keep a place from others. */
async function* takenInTime<T>(
  blocks: AsyncIterable<T>,
  timeoutMs: number,
  onLate: () => unknown,
): AsyncGenerator<T, void, undefined> {
  for await (const block of blocks) {
    const timer = setTimeout(onLate, timeoutMs);
    try {
      yield block;
    } finally {
      clearTimeout(timer);
    }
  }
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
