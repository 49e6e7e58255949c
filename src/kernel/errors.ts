import type { Json } from './canonical.ts';

/** Every error that a caller can get. The HTTP responses, OpenAPI and docs/errors.md are generated from it. */
export const ERRORS = {
  validation_failed: {
    status: 400,
    title: 'The request is not valid',
    remedy: 'Fix every field named in `errors` and send the request again.',
  },
  unauthenticated: {
    status: 401,
    title: 'The request has no valid credential',
    remedy: 'Get a token from `POST /oauth/token` and send it as `Authorization: Bearer <token>`.',
  },
  token_expired: {
    status: 401,
    title: 'The token has expired',
    remedy: 'Get a new token and send the request again.',
  },
  second_factor_required: {
    status: 401,
    title: 'The sign-in needs a second factor',
    remedy: 'Send the code of the authenticator app, or a recovery code, with the login and the password.',
  },
  forbidden: {
    status: 403,
    title: 'The credential lacks the required scope',
    remedy: 'Use a credential that has the scope named in `detail`.',
  },
  step_up_required: {
    status: 403,
    title: 'The step must be confirmed with a second factor',
    remedy:
      'Confirm what `approves` shows with `POST /auth/proofs/{proof}`, and send the request again with the header `x-quaestor-proof`.',
  },
  not_found: {
    status: 404,
    title: 'The resource does not exist',
    remedy: 'Check the path and the identifier. Resources of other tenants and partners are never shown.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The path does not support this method',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    remedy: 'Send the whole request within the time limit.',
  },
  conflict: {
    status: 409,
    title: 'The request conflicts with the current state',
    remedy: 'Get the resource again and decide on its current state.',
  },
  reference_reused: {
    status: 409,
    title: 'The reference was already used for something else',
    remedy: 'Use a new reference, or send exactly the first content to get the first result.',
  },
  secret_shown_once: {
    status: 409,
    title: 'The first request took effect, and its secret is shown only once',
    remedy: 'Rotate the secret of what `subject` names, or reset the person, to get a new one.',
  },
  invalid_transition: {
    status: 409,
    title: 'The current state does not allow this step',
    remedy: 'Get the resource: its state determines which steps are possible.',
  },
  precondition_failed: {
    status: 412,
    title: 'The resource has changed since it was read',
    remedy: 'Get the resource again and decide on its current state.',
  },
  payload_too_large: {
    status: 413,
    title: 'The body is too large',
    remedy: 'Send at most the number of bytes named in `detail`.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The content type is not supported',
    remedy: 'Use the content type named in `detail`.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'The file does not have the requested range',
    remedy: 'Request a range within the size given in `Content-Range`, or the whole file.',
  },
  expectation_failed: {
    status: 417,
    title: 'The expectation cannot be met',
    remedy: 'Leave out the `Expect` header, or send `100-continue`.',
  },
  unprocessable: {
    status: 422,
    title: 'A business rule rejects the request',
    remedy: 'Change the request to satisfy the rule named in `detail` and `errors`.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    remedy: 'Wait the number of seconds given in `Retry-After`.',
  },
  headers_too_large: {
    status: 431,
    title: 'The request headers are too large',
    remedy: 'Send fewer or shorter headers.',
  },
  internal: {
    status: 500,
    title: 'Something went wrong on our side',
    remedy: 'Try again; if it persists, report the `traceId`.',
  },
  unavailable: {
    status: 503,
    title: 'A required component is not available',
    remedy: 'Try again after the seconds given in `Retry-After`.',
  },
  timed_out: {
    status: 504,
    title: 'The request took too long',
    remedy: 'Request less data, or try again later.',
  },
} as const satisfies Record<string, { status: number; title: string; remedy: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Field path (`blockchainDestination.address`, or `''` for the whole body) to what is wrong with it. */
export type FieldErrors = Record<string, string[]>;

interface ProblemOptions {
  errors?: FieldErrors;
  headers?: Record<string, string>;
  /** Further members of the problem body, for programs that read it. */
  members?: ProblemMembers;
  cause?: unknown;
}

type ProblemMembers = Readonly<Record<string, Json>>;

/** An error whose `detail` is shown to the caller; internal information belongs in `cause`. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly code: ErrorCode;
  readonly errors: FieldErrors | undefined;
  readonly headers: Record<string, string> | undefined;
  readonly members: ProblemMembers | undefined;

  constructor(code: ErrorCode, detail: string, options: ProblemOptions = {}) {
    super(detail, 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.errors = options.errors;
    this.headers = options.headers;
    this.members = options.members;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Creates an empty collection without a prototype, so that a field can be called `constructor`. */
export function noFieldErrors(): FieldErrors {
  return Object.create(null) as FieldErrors;
}

export function invalid(errors: FieldErrors, members?: ProblemMembers): Problem {
  const fields = Object.keys(errors);
  const detail = fields.length === 1 ? '1 field is not valid.' : `${fields.length} fields are not valid.`;
  return new Problem('validation_failed', detail, { errors, ...(members && { members }) });
}

/** Throws if there are any errors. */
export function refuseFieldErrors(errors: FieldErrors, toProblem = invalid): void {
  if (Object.keys(errors).length > 0) throw toProblem(errors);
}
