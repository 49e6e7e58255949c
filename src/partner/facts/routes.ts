import type { Readable } from 'node:stream';
import { noFieldErrors, Problem } from '../../kernel/index.ts';
import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { ingest, type Summary } from './ingest.ts';
import { factsContext, type Facts } from './open.ts';
import { BATCH_SUMMARY, KIND_PARAMS } from './schema.ts';
import { gunzip, limited } from './source/source.ts';

const MAX_BATCH_BYTES = 64 << 20;
const BATCH_TIMEOUT_MS = 600_000;
const EXAMPLE = '{"currency":"EUR","rate_date":"2024-03-01","per_usd":0.9235}\n';

export function factEndpoints(facts: Facts): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/api/facts/:kind/',
      operation: 'sendFacts',
      tag: 'Facts',
      summary: 'Send facts of one kind',
      description:
        'One JSON object on each line, gzip accepted (`Content-Encoding: gzip`), at most 64 MiB, also after ' +
        'unpacking. The batch is stored whole or not at all. A fact that is known already changes nothing; ' +
        'one with the key of another and other content replaces it. When lines are refused, `errors` names ' +
        'line and field (`lines.3.closed_at`) of the first 1,000 faults and `refused` counts the lines.',
      scope: 'facts:write',
      bodyKind: 'stream',
      bodyTypes: ['application/x-ndjson', 'application/ndjson', 'application/jsonl'],
      streamExample: EXAMPLE,
      bodyLimitBytes: MAX_BATCH_BYTES,
      timeoutMs: BATCH_TIMEOUT_MS,
      params: KIND_PARAMS,
      answers: { 200: { description: 'The facts are stored.', schema: BATCH_SUMMARY } },
      errors: ['unprocessable'],
      async handle(context, { params, body, headers }) {
        const sent = body as Readable;
        try {
          const summary = await ingest(factsContext(context, facts), {
            kind: params.kind,
            source: { format: 'ndjson', bytes: unpacked(sent, headers['content-encoding']) },
          });
          if (summary.refused > 0) throw refusal(summary);
          return { status: 200, body: summary };
        } finally {
          // What was not read would stay in the way of the next request on the connection.
          sent.resume();
        }
      },
    }),
  ];
}

function unpacked(body: Readable, encoding = 'identity'): AsyncIterable<Uint8Array> {
  // Were the request destroyed when reading ends early, nobody could be told why.
  const bytes = body.iterator({ destroyOnReturn: false });
  switch (encoding.toLowerCase()) {
    case 'identity':
      return limited(bytes, MAX_BATCH_BYTES);
    case 'gzip':
    case 'x-gzip':
      return limited(gunzip(bytes), MAX_BATCH_BYTES);
    default:
      throw new Problem('unsupported_media_type', 'Send the body as it is or packed with gzip.');
  }
}

function refusal({ refused, errors }: Summary): Problem {
  const fields = noFieldErrors();
  for (const { line, field, reason } of errors) {
    (fields[field === '' ? `lines.${line}` : `lines.${line}.${field}`] ??= []).push(reason);
  }
  const lines = refused === 1 ? '1 line is refused' : `${refused} lines are refused`;
  return new Problem('validation_failed', `${lines}, so nothing was stored.`, {
    errors: fields,
    members: { refused },
  });
}
