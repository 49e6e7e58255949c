import type { Problem } from '../generated/models.ts';

interface Facts {
  readonly status?: number | undefined;
  readonly errors?: Readonly<Record<string, string[]>> | undefined;
  readonly traceId?: string | undefined;
  readonly cause?: unknown;
}

/** What all errors of the SDK have in common. */
export abstract class BaseError extends Error {
  /** The stable name of the error: switch on it. */
  abstract readonly code: string;
  /** What to do about it. */
  abstract readonly fix: string;
  /** The HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** What went wrong. */
  readonly detail: string;
  /** What is wrong with each field, by its path. */
  readonly errors: Readonly<Record<string, string[]>>;
  /** Finds the request in the logs of the server. */
  readonly traceId: string | undefined;

  constructor(detail: string, { status, errors = {}, traceId, cause }: Facts = {}) {
    const fields = Object.entries(errors).map(([field, faults]) => `\n  ${field}: ${faults.join('; ')}`);
    super(detail + fields.join(''), cause === undefined ? undefined : { cause });
    this.detail = detail;
    this.status = status;
    this.errors = errors;
    this.traceId = traceId;
  }
}

/** A problem that the server answered with. */
export abstract class ProblemError extends BaseError {
  abstract override readonly code: Problem['code'];
  override readonly status: number;
  override readonly traceId: string;
  /** The whole problem. */
  readonly problem: Problem;
  /** The seconds after which to try again, if the server named them. */
  readonly retryAfter: number | undefined;
  /** Whether a new token may help. */
  readonly isTokenInvalid: boolean;

  constructor(problem: Problem, headers: Headers) {
    super(problem.detail, problem);
    const retryAfter = Number.parseInt(headers.get('retry-after') ?? '', 10);
    this.status = problem.status;
    this.traceId = problem.traceId;
    this.problem = problem;
    this.retryAfter = Number.isNaN(retryAfter) ? undefined : retryAfter;
    this.isTokenInvalid = headers.get('www-authenticate')?.includes('invalid_token') ?? false;
  }
}

/** A step that a person has to confirm with a second factor. */
export abstract class ChallengeError extends ProblemError {
  /** The id to confirm. */
  get proof(): string {
    return this.problem.proof ?? '';
  }

  /** Exactly what the person confirms. */
  get approves(): Readonly<Record<string, unknown>> {
    return this.problem.approves ?? {};
  }
}
