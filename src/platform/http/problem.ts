import type { FastifyRequest } from 'fastify';
import { ERRORS, Problem, type ErrorCode } from '../../kernel/index.ts';
import { explainOutage, isConnectionError, isUnstorableText } from '../postgres/index.ts';
import { bodyTypes } from './endpoint.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** The body of RFC 9457, with a stable code and the trace id that finds the request in the logs. */
export function problemBody(problem: Problem, instance: string, traceId: string): Record<string, unknown> {
  return {
    type: `/problems/${problem.code}`,
    title: ERRORS[problem.code].title,
    status: problem.status,
    detail: problem.message,
    instance,
    code: problem.code,
    traceId,
    ...(problem.errors && { errors: problem.errors }),
    ...problem.members,
  };
}

/** The headers that every problem of a status has. */
const HEADERS_OF_STATUS: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  401: { 'www-authenticate': 'Bearer' },
  503: { 'retry-after': '1' },
};

export const problemHeaders = ({ status, headers }: Problem): Record<string, string> => ({
  ...HEADERS_OF_STATUS[status],
  ...headers,
});

/** Converts any thrown value into a problem that is safe to show; unknown errors become `internal`. */
export function toProblem(thrown: unknown, request: FastifyRequest): Problem {
  if (thrown instanceof Problem) return thrown;
  if (isConnectionError(thrown)) {
    return new Problem('unavailable', explainOutage(thrown), {
      headers: { 'retry-after': '1' },
      cause: thrown,
    });
  }
  if (isUnstorableText(thrown)) {
    return malformed('A text of the request contains a character that cannot be stored, such as U+0000.');
  }
  return (
    bodyProblem(thrown, request) ??
    new Problem('internal', 'An unexpected error occurred.', { cause: thrown })
  );
}

/** The problem for a body that Fastify rejects. Its rest is not read, so the connection cannot be reused. */
function bodyProblem(thrown: unknown, { routeOptions }: FastifyRequest): Problem | undefined {
  const headers = { connection: 'close' };
  const { bodyLimit, config } = routeOptions;
  switch ((thrown as NodeJS.ErrnoException | null)?.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('payload_too_large', `The body may have at most ${bodyLimit} bytes.`, { headers });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE': {
      const types = config.endpoint ? bodyTypes(config.endpoint).join(' or ') : '';
      return new Problem('unsupported_media_type', `Send the body as ${types}.`, { headers });
    }
    default:
      return undefined;
  }
}

export function malformed(detail: string): Problem {
  return new Problem('validation_failed', detail, { errors: { '': [detail] } });
}

/** The OAuth error code for a problem that is not specific to OAuth. */
export function oauthErrorOf(code: ErrorCode): string {
  if (code === 'unauthenticated') return 'invalid_client';
  return ERRORS[code].status < 500 ? 'invalid_request' : 'server_error';
}
