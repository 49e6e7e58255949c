import { ERRORS, Problem } from '../../kernel/index.ts';
import { isConnectionError } from '../postgres/index.ts';

export const PROBLEM_TYPE = 'application/problem+json';

/** The body of RFC 9457, with a stable machine name and the trace id under which the logs tell the rest. */
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

interface FastifyFault {
  readonly code?: string;
  readonly statusCode?: number;
  readonly message: string;
}

/** Whatever was thrown, as something that may be shown. What is not known to be harmless becomes `internal`. */
export function toProblem(thrown: unknown, limits: { bodyLimitBytes: number; bodyTypes: string }): Problem {
  if (thrown instanceof Problem) return thrown;
  if (isConnectionError(thrown)) {
    return new Problem('unavailable', 'The database does not answer now.', {
      headers: { 'retry-after': '1' },
      cause: thrown,
    });
  }
  const fault = thrown as FastifyFault;
  switch (fault.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Problem('payload_too_large', `The body may have at most ${limits.bodyLimitBytes} bytes.`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new Problem('unsupported_media_type', `Send the body as ${limits.bodyTypes}.`);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return malformed('The body is not as long as Content-Length says.');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new Problem('not_found', 'The path is not well formed.');
    default:
      return new Problem('internal', 'An unexpected error occurred.', { cause: thrown });
  }
}

export function malformed(detail: string): Problem {
  return new Problem('validation_failed', detail, { errors: { '': [detail] } });
}
