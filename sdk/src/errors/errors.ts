import type { Problem } from '../generated/models.ts';
import { PROBLEMS, type Problems } from './problems.ts';
import { BaseError } from './base.ts';

/** The server could not be reached, or the connection was cut. */
export class ConnectionError extends BaseError {
  override readonly name = 'ConnectionError';
  readonly code = 'connection_failed';
  readonly fix =
    'Check the address and the network. Read the state before you repeat what changes something.';
}

/** No answer came before the deadline of the call. */
export class DeadlineError extends BaseError {
  override readonly name = 'DeadlineError';
  readonly code = 'deadline_exceeded';
  readonly fix = 'Allow more time with `timeout`. Read the state before you repeat what changes something.';
}

/** An answer that is not from Quaestor, such as the error page of a proxy, or from a newer version. */
export class UnexpectedAnswerError extends BaseError {
  override readonly name = 'UnexpectedAnswerError';
  readonly code = 'unexpected_answer';
  readonly fix = 'Check that `url` is the address of the service, and the proxies between.';
}

/** Facts arrived between two pages of a report, so that its rows may have moved. */
export class ReportChangedError extends BaseError {
  override readonly name = 'ReportChangedError';
  readonly code = 'report_changed';
  readonly fix = 'Read the report again, or use `csv()`, which reads all rows at once.';
}

/** What is wrong with a fact. */
export interface FactFault {
  /** The place of the fact among all that were sent, from 1. */
  readonly line: number;
  readonly field: string;
  /** What the field has, if anything. Only faults of files have it. */
  readonly value?: string | null;
  readonly reason: string;
}

/** Facts were refused. Those in earlier batches are stored, those in this batch and after it are not. */
export class FactsRefusedError extends BaseError {
  override readonly name = 'FactsRefusedError';
  readonly code = 'facts_refused';
  readonly fix =
    'Correct the lines in `faults` and send all facts again: what is stored already changes nothing.';
  readonly faults: readonly FactFault[];

  constructor(faults: readonly FactFault[], cause: BaseError) {
    const { detail, status, errors, traceId } = cause;
    super(detail, { status, errors, traceId, cause });
    this.faults = faults;
  }
}

/** The signature of a webhook is missing, wrong or too old. */
export class WebhookSignatureError extends BaseError {
  override readonly name = 'WebhookSignatureError';
  readonly code = 'webhook_signature';
  readonly fix =
    'Pass the raw body and the secret of the destination, and check the clock. Refuse the message.';
}

/** Any error of the SDK. `switch (error.code)` narrows it. */
export type QuaestorError =
  | Problems
  | ConnectionError
  | DeadlineError
  | UnexpectedAnswerError
  | ReportChangedError
  | FactsRefusedError
  | WebhookSignatureError;

/** Any error of the SDK: `if (error instanceof QuaestorError) switch (error.code) { … }`. */
export const QuaestorError = BaseError as unknown as abstract new (...args: never) => QuaestorError;

/** The error of an answer without success. */
export async function readError(response: Response): Promise<Problems | UnexpectedAnswerError> {
  const text = await response.text();
  const problem = readProblem(text);
  if (problem !== undefined) return new PROBLEMS[problem.code](problem, response.headers);
  const { status } = response;
  return new UnexpectedAnswerError(`The answer has the status ${status} and is not a problem of Quaestor.`, {
    status,
    traceId: response.headers.get('x-request-id') ?? undefined,
    cause: text.slice(0, 500),
  });
}

function readProblem(text: string): Problem | undefined {
  try {
    const problem = JSON.parse(text) as Problem | null;
    return problem !== null && Object.hasOwn(PROBLEMS, problem.code) ? problem : undefined;
  } catch {
    return undefined;
  }
}
