import { addAbortSignal, PassThrough, type Readable } from 'node:stream';
import { Problem } from '../../../kernel/index.ts';
import { endpoint, type Endpoint } from '../../../platform/http/index.ts';
import { AS_OF_EXAMPLE } from './as-of.ts';
import { FACT_EXAMPLES } from './examples.ts';
import { fillPath, forward } from './forward.ts';
import {
  importStored,
  ingest,
  refusal,
  type TableFormat,
  gunzip,
  limited,
  type Source,
  spool,
  type Spooled,
  voidFacts,
} from '../intake/index.ts';
import { tellUnavailable } from '../log/index.ts';
import { factsContext, type Facts } from '../handle/index.ts';
import { refusePartners } from './refuse-partners.ts';
import { readEndpoints } from './read-routes.ts';
import {
  BATCH_SUMMARY,
  KEY_HEADER,
  KIND_PARAMS,
  readTableFormat,
  readVoiding,
  SEND_QUERY,
  STORED_IMPORT,
  VOIDED,
  VOIDING,
} from './schema.ts';
import { FACTS_STATUS, readStatus } from '../reading/index.ts';

const MAX_BATCH_BYTES = 64 << 20;
const MAX_BATCH_LINES = 1_000_000;
const BATCH_TIMEOUT_MS = 600_000;
/** As long as the largest import or rebuild takes. */
export const OPERATION_TIMEOUT_MS = 6 * 3_600_000;
export function factEndpoints(facts: Facts): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      answeredBy: 'writer',
      path: '/api/facts/:kind/',
      operation: 'sendFacts',
      tag: 'Facts',
      summary: 'Send facts of one kind',
      description:
        'As NDJSON (one JSON object on each line), CSV, XLSX (the first sheet) or Parquet, by `Content-Type`. NDJSON and ' +
        'CSV may be packed with gzip (`Content-Encoding: gzip`). At most 64 MiB, also after ' +
        'unpacking, and 1,000,000 lines. The batch is stored whole or not at all. A ' +
        'fact that is already stored changes nothing; one with the key of a stored fact and other content ' +
        'replaces it. When lines are refused, `errors` names line and field (`lines.3.closed_at`) of the ' +
        'first 1,000 faults, `faults` has line, field, value and reason of each, and `refused` counts the lines. ' +
        'Reading stops after 1,000 refused lines; `detail` ' +
        'names the last line that was read. With an `Idempotency-Key`, the same facts sent again give the first ' +
        'answer, also when others have changed them since.',
      scope: 'facts:write',
      bodyKind: 'stream',
      bodyTypes: Object.keys(FORMATS),
      streamExamples: FACT_EXAMPLES,
      bodyLimitBytes: MAX_BATCH_BYTES,
      headers: {
        'content-encoding': { description: 'How the body is compressed, if it is.', example: 'gzip' },
        'content-type': { description: 'The format of the facts.', example: 'application/x-ndjson' },
        ...KEY_HEADER,
      },
      timeoutMs: BATCH_TIMEOUT_MS,
      params: KIND_PARAMS,
      query: SEND_QUERY,
      answers: {
        200: {
          description: 'The facts are stored or, in a dry run, would be.',
          schema: BATCH_SUMMARY,
          headers: {
            'x-as-of': {
              description: 'Send it with your next request to read what you have sent, in whichever process.',
              example: AS_OF_EXAMPLE,
            },
          },
        },
      },
      errors: ['unprocessable', 'reference_reused'],
      async handle(context, { params, query, body, headers, ip }) {
        const sent = body as Readable;
        const own = factsContext(context, facts);
        const path = fillPath('/api/facts/:kind/', params, query);
        const tableFormat = readTableFormat(query);
        const received = receive(sent, context.signal);
        let spooled: Spooled | undefined;
        let asOf: Date | null = null;
        try {
          const forwarded = await forward(own, { path, headers, ip, body: received });
          if (forwarded) return forwarded;
          spooled = await spool(received, facts.spillFolder).catch(tellUnavailable);
          const summary = await ingest(own, {
            kind: params.kind,
            idempotencyKey: headers['idempotency-key'],
            fileName: query.file_name,
            dryRun: query.dry_run,
            source: sourceOf(spooled, headers, tableFormat),
            onAccepted: (time) => (asOf = time),
          });
          if (summary.refused > 0) throw refusal(summary);
          const time = asOf ?? facts.position.asOf ?? context.clock.now();
          return { status: 200, headers: { 'x-as-of': time.toISOString() }, body: summary };
        } finally {
          sent.unpipe();
          received.destroy();
          await spooled?.remove();
          // An unread rest would block the next request on the connection.
          sent.resume();
        }
      },
    }),
    ...manageEndpoints(facts),
    ...readEndpoints(facts),
  ];
}

const FORMATS: Readonly<Record<string, Source['format']>> = {
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'text/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'xlsx',
  'application/vnd.apache.parquet': 'parquet',
};

function sourceOf(
  { bytes, path }: Spooled,
  headers: Readonly<Record<string, string | undefined>>,
  tableFormat: TableFormat,
): Source {
  const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';');
  const format = FORMATS[type.trim()] ?? 'ndjson';
  const encoding = headers['content-encoding'];
  if (format === 'parquet' || format === 'xlsx') {
    if (encoding !== undefined && encoding !== 'identity')
      throw new Problem(
        'unsupported_media_type',
        'Send a Parquet file or a workbook as it is: both are packed.',
      );
    return { format, path, maxLines: MAX_BATCH_LINES, tableFormat };
  }
  const text = limited(unpacked(bytes, encoding), MAX_BATCH_BYTES);
  const separator = type.trim() === 'text/tab-separated-values' ? ('\t' as const) : tableFormat.separator;
  return {
    format: format === 'csv' ? 'csv' : 'ndjson',
    bytes: text,
    maxLines: MAX_BATCH_LINES,
    tableFormat: { ...tableFormat, separator },
  };
}

/** What operators do with the facts as a whole. */
function manageEndpoints(facts: Facts): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      answeredBy: 'writer',
      path: '/api/manage/facts/imports',
      operation: 'importFacts',
      tag: 'Management',
      summary: 'Import a file from the storage',
      description:
        'For files that are too large for a request: `quaestor import` puts the file into the storage and calls this. ' +
        'The file is stored whole or not at all, and refused lines are answered as for a batch.',
      scope: 'facts:write',
      body: STORED_IMPORT,
      headers: KEY_HEADER,
      timeoutMs: OPERATION_TIMEOUT_MS,
      answers: {
        200: { description: 'The facts are stored or, in a dry run, would be.', schema: BATCH_SUMMARY },
      },
      errors: ['not_found', 'unprocessable', 'reference_reused'],
      async handle(context, { body, headers }) {
        const { 'idempotency-key': idempotencyKey } = headers;
        const summary = await importStored(factsContext(context, facts), { ...body, idempotencyKey });
        if (summary.refused > 0) throw refusal(summary);
        return { status: 200, body: summary };
      },
    }),
    endpoint({
      method: 'POST',
      answeredBy: 'writer',
      path: '/api/manage/facts/voids',
      operation: 'voidFacts',
      tag: 'Management',
      summary: 'Withdraw the facts of a batch, or single facts',
      description:
        'A void is a batch of its own: rewards follow, and credited days become adjustments. It leaves every fact of ' +
        'the voided batch as if that batch had never been sent: a fact that a later batch replaced stays, one that ' +
        'the batch replaced is again what it was before, and all others are withdrawn. Facts that others refer to ' +
        'cannot be withdrawn. Send withdrawn facts again to bring them back. Give either `batch`, or `kind` and `facts`.',
      scope: 'program:edit',
      body: VOIDING,
      headers: KEY_HEADER,
      timeoutMs: OPERATION_TIMEOUT_MS,
      answers: {
        200: {
          description: 'The void. A batch that was voided before gives its first void.',
          schema: VOIDED,
        },
      },
      errors: ['not_found', 'unprocessable', 'reference_reused'],
      async handle(context, { body, headers }) {
        refusePartners(context.actor);
        const { 'idempotency-key': idempotencyKey } = headers;
        const voiding = { ...readVoiding(body), idempotencyKey };
        return { status: 200, body: await voidFacts(factsContext(context, facts), voiding) };
      },
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      path: '/api/manage/facts/status',
      operation: 'getFactsStatus',
      tag: 'Management',
      summary: 'Compare the log with the store of this process',
      scope: 'admin',
      timeoutMs: BATCH_TIMEOUT_MS,
      answers: { 200: { description: 'How far both are.', schema: FACTS_STATUS } },
      async handle(context) {
        refusePartners(context.actor);
        return { status: 200, body: await readStatus(factsContext(context, facts)) };
      },
    }),
    endpoint({
      method: 'POST',
      path: '/api/manage/facts/rebuilds',
      operation: 'rebuildFacts',
      tag: 'Management',
      summary: 'Rebuild the store of this process from the log',
      description:
        'The current store answers until the new one takes its place, with which the request ends.',
      scope: 'admin',
      timeoutMs: OPERATION_TIMEOUT_MS,
      answers: { 204: { description: 'The store was rebuilt.', schema: null } },
      async handle({ actor }) {
        refusePartners(actor);
        await facts.rebuild();
        return { status: 204 };
      },
    }),
  ];
}

/** The body in a stream of its own: destroying the request itself would close the connection before the answer. */
function receive(body: Readable, signal: AbortSignal): Readable {
  const bytes = addAbortSignal(signal, new PassThrough());
  // It may fail while nothing reads it, because the process waits for the one that writes.
  bytes.on('error', () => {});
  body.once('error', (error) => bytes.destroy(error));
  return body.pipe(bytes);
}

function unpacked(bytes: Readable, encoding = 'identity'): AsyncIterable<Uint8Array> {
  switch (encoding.toLowerCase()) {
    case 'identity':
      return bytes;
    case 'gzip':
    case 'x-gzip':
      return gunzip(bytes);
    default:
      throw new Problem('unsupported_media_type', 'Send the body as it is or packed with gzip.');
  }
}
