import { ERRORS, Problem, type ErrorCode } from '../../../kernel/index.ts';
import type { Endpoint } from '../endpoint.ts';
import { DEPRECATION_DECLARATIONS } from '../deprecation.ts';
import { oauthErrorOf, PROBLEM_TYPE, problemBody } from '../problem.ts';

type Node = Record<string, unknown>;

/** Describes the errors of an endpoint by status; each combination is one shared component. */
export function describeFaults(endpoint: Endpoint, responses: Node): Node {
  const codes = [...new Set(faultsOf(endpoint))];
  const statuses = [...new Set(codes.map((code) => ERRORS[code].status))].sort((a, b) => a - b);
  const isPlain = endpoint.oauthFaults === true;
  return Object.fromEntries(
    statuses.map((status) => {
      const same = codes.filter((code) => ERRORS[code].status === status);
      const isDeprecated = endpoint.deprecated !== undefined;
      const kinds = [...(isDeprecated ? ['deprecated'] : []), ...(isPlain ? ['oauth'] : [])];
      const name = [...kinds, ...same].join('.');
      responses[name] ??= response(status, same, { isPlain, isDeprecated });
      return [status, { $ref: `#/components/responses/${name}` }];
    }),
  );
}

/** The errors of the endpoint, and those that any endpoint can have. */
function faultsOf(endpoint: Endpoint): ErrorCode[] {
  const isPublic = endpoint.scope === 'public';
  const needsScope = !isPublic && endpoint.scope !== 'any token';
  const mayHaveBody = endpoint.method !== 'GET';
  return [
    'validation_failed',
    ...(isPublic ? [] : (['unauthenticated', 'token_expired'] as const)),
    ...(needsScope ? (['forbidden'] as const) : []),
    ...(endpoint.params === undefined ? [] : (['not_found'] as const)),
    ...(mayHaveBody ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(endpoint.repeats === undefined ? [] : (['reference_reused'] as const)),
    ...(endpoint.repeats === 'refused for a secret' ? (['secret_shown_once'] as const) : []),
    ...(endpoint.errors ?? []),
    'request_timeout',
    'expectation_failed',
    'rate_limited',
    'headers_too_large',
    'internal',
    'unavailable',
    'timed_out',
  ];
}

interface ResponseKind {
  readonly isPlain: boolean;
  readonly isDeprecated: boolean;
}

function response(
  status: number,
  codes: readonly ErrorCode[],
  { isPlain, isDeprecated }: ResponseKind,
): Node {
  const common = UNCOUNTED.has(status) ? ['x-request-id'] : COMMON_HEADERS;
  return {
    description: codes
      .map((code) => `\`${code}\`: ${ERRORS[code].title}. ${ERRORS[code].remedy}`)
      .join('\n\n'),
    headers: {
      ...headerReferences([...common, ...(HEADERS_OF_STATUS[status] ?? [])]),
      ...(isDeprecated && !UNCOUNTED.has(status) && deprecationHeaders()),
    },
    content: {
      [isPlain ? 'application/json' : PROBLEM_TYPE]: {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code, isPlain) }])),
      },
    },
  };
}

function exampleOf(code: ErrorCode, isPlain: boolean): Node {
  const detail = `${ERRORS[code].title}.`;
  const problem = new Problem(code, detail, {
    ...(code === 'validation_failed' && !isPlain && { errors: { 'path.of.field': ['is required'] } }),
    ...(isPlain && { members: { error: oauthErrorOf(code), error_description: detail } }),
  });
  return problemBody(problem, '/path/of/the/request', '0af7651916cd43dd8448eb211c80319c');
}

export const headerReferences = (names: readonly string[]): Node =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const deprecationHeaders = (): Node =>
  Object.fromEntries(
    Object.entries(DEPRECATION_DECLARATIONS).map(([name, { description, example }]) => [
      name,
      header(description, example),
    ]),
  );

export const COMMON_HEADERS = ['x-request-id', 'ratelimit', 'ratelimit-policy'];

/** Answered before there is a request that could be counted. */
const UNCOUNTED: ReadonlySet<number> = new Set([408, 431]);

const HEADERS_OF_STATUS: Readonly<Record<number, readonly string[]>> = {
  401: ['www-authenticate'],
  416: ['content-range'],
  429: ['retry-after'],
  503: ['retry-after'],
};

export const header = (description: string, example: string): Node => ({
  description,
  schema: { type: 'string' },
  example,
});

const always = (description: string, example: string): Node => ({
  ...header(description, example),
  required: true,
});

/** The headers of all responses. */
export const HEADERS: Node = {
  'x-request-id': always(
    'The trace id of the request in the logs. A received `traceparent` or `x-request-id` is logged with it.',
    '0af7651916cd43dd8448eb211c80319c',
  ),
  // Not on answers to what is no HTTP request, such as some of status 400 and 503.
  ratelimit: header('Remaining requests, and seconds until the count is reset.', '"reads";r=5999;t=42'),
  'ratelimit-policy': header('Allowed requests, and the seconds of a window.', '"reads";q=6000;w=60'),
  'retry-after': always('Seconds to wait.', '42'),
  'www-authenticate': always('Why the credential was rejected.', 'Bearer error="invalid_token"'),
  'content-range': always('The size of the file.', 'bytes */52480'),
};

export const PROBLEM_SCHEMA: Node = {
  title: 'Problem',
  type: 'object',
  description: 'An error in the form of RFC 9457.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'traceId'],
  properties: {
    type: { type: 'string', description: 'Where the problem is explained.' },
    title: { type: 'string', description: 'The kind of problem.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: { type: 'string', description: 'What went wrong, and how to fix it.' },
    instance: { type: 'string', description: 'The path of the request.' },
    code: { type: 'string', enum: Object.keys(ERRORS), description: 'The stable name of the problem.' },
    traceId: { type: 'string', description: 'Also in the `x-request-id` header and in the logs.' },
    errors: {
      type: 'object',
      description: 'For invalid input: the errors of each field, by path.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
    offset: {
      type: 'integer',
      description: 'For a filter with errors: how many characters precede the first one.',
    },
    offsets: {
      type: 'array',
      items: { type: 'integer' },
      description:
        'For a filter with errors: how many characters precede each of them, in the order of `errors`.',
    },
    subject: {
      type: 'string',
      description: 'For `secret_shown_once`: the id of what the first request created or changed.',
    },
    refused: { type: 'integer', description: 'For a batch of facts: how many lines are refused.' },
    faults: {
      type: 'array',
      description: 'For a batch of facts: the first 1,000 faults.',
      items: {
        type: 'object',
        required: ['line', 'field', 'value', 'reason'],
        properties: {
          line: { type: 'integer', description: 'The line, counted from 1.' },
          field: { type: 'string', description: 'The field; empty for a fault of the whole line.' },
          value: { type: ['string', 'null'], description: 'What the field has, if anything.' },
          reason: { type: 'string', description: 'What is wrong, and what it must be.' },
        },
      },
    },
    stopped_after: {
      type: 'integer',
      description: 'For a batch of facts with too many faults: the last line that was read.',
    },
    proof: {
      type: 'string',
      description: 'For `step_up_required`: the id to confirm, and to send as `x-quaestor-proof`.',
    },
    approves: {
      type: 'object',
      additionalProperties: true,
      description: 'For `step_up_required`: exactly what the person confirms.',
    },
    error: { type: 'string', description: 'At the OAuth endpoints: the OAuth error code.' },
    error_description: { type: 'string', description: 'At the OAuth endpoints: the same as `detail`.' },
  },
};
