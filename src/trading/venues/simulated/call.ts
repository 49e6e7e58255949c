import type { Agent } from 'node:http';
import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { newId, type Clock } from '../../../kernel/index.ts';
import { answered, notSent, refused, unknown, type Call, type Outcome } from '../port/index.ts';
import { ErrorAnswer } from './messages.ts';
import { NOT_ACTED_ON_CODES, HEADERS, OPERATIONS, REFUSAL_CODES, sign, type Operation } from './protocol.ts';
import { send, type IncomingAnswer } from './send.ts';

export interface Connection {
  /** Such as `http://127.0.0.1:7001`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly secret: string;
  readonly clock: Clock;
  readonly agent: Agent;
}

/** Takes an answer apart; undefined where it is not in the form of the protocol. */
export type Reader<T> = (answer: unknown) => T | undefined;

export function reader<S extends TSchema, T>(schema: S, read: (answer: Static<S>) => T): Reader<T> {
  const validator: Validator = Compile(schema);
  return (answer) => (validator.Check(answer) ? read(answer as Static<S>) : undefined);
}

/** Makes one signed call and sorts how it ended. */
export async function callExchange<T>(
  { baseUrl, key, secret, clock, agent }: Connection,
  operation: Operation,
  input: object,
  call: Call,
  read: Reader<T>,
): Promise<Outcome<T>> {
  const { method, path } = OPERATIONS[operation];
  const isRead = method === 'GET';
  const query = isRead ? new URLSearchParams(input as Record<string, string>).toString() : '';
  const target = query ? `${path}?${query}` : path;
  const body = isRead ? '' : JSON.stringify(input);
  const requestId = newId();
  const expires = String(call.deadline.getTime());
  const headers = {
    'content-type': 'application/json',
    [HEADERS.key]: key,
    [HEADERS.expires]: expires,
    [HEADERS.requestId]: requestId,
    [HEADERS.signature]: sign(secret, { method, path: target, expires, requestId, body }),
  };
  const isAnsweredBy = (answer: { headers: Record<string, unknown> }): boolean =>
    answer.headers[HEADERS.requestId] === requestId;
  const outcome = await send(
    agent,
    { url: baseUrl + target, method, headers, body, isAnsweredBy },
    call,
    () => clock.now(),
  );
  return outcome.kind === 'answered' ? interpret(operation, outcome.value, read) : outcome;
}

const readError = reader(ErrorAnswer, ({ error }) => error);

/** Only answers of the protocol count; anything else leaves the outcome unknown. */
function interpret<T>(operation: Operation, { status, body }: IncomingAnswer, read: Reader<T>): Outcome<T> {
  try {
    const answer: unknown = JSON.parse(body);
    const value = status === 200 ? read(answer) : undefined;
    if (value !== undefined) return answered(value);
    const error = status >= 400 && status < 500 ? readError(answer) : undefined;
    const cause = error && NOT_ACTED_ON_CODES.get(error.code);
    const isProved = error && (REFUSAL_CODES[operation]?.has(error.code) ?? true);
    if (cause) return notSent(error.message, cause);
    if (error) return isProved ? refused(error.code, error.message) : unknown(error.message);
  } catch {
    // Not JSON, or a decimal beyond all bounds.
  }
  return unknown(`The venue answered ${status} in a form that is not part of its protocol.`, 'outage');
}
