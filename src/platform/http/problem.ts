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

/** Whatever was thrown, as something that may be shown. What is not known to be harmless becomes `internal`. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (isConnectionError(thrown)) {
    return new Problem('unavailable', 'The database does not answer now.', {
      headers: { 'retry-after': '1' },
      cause: thrown,
    });
  }
  return new Problem('internal', 'An unexpected error occurred.', { cause: thrown });
}

export function malformed(detail: string): Problem {
  return new Problem('validation_failed', detail, { errors: { '': [detail] } });
}
