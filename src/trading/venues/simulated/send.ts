import { request as httpRequest, type Agent, type IncomingMessage } from 'node:http';
import {
  answered,
  notSent,
  unknown,
  type Answered,
  type Call,
  type NotSent,
  type Unknown,
} from '../port/index.ts';

export interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Whether the answer belongs to this request and not to an earlier one of the same connection. */
  readonly isAnsweredBy: (answer: IncomingMessage) => boolean;
}

export interface IncomingAnswer {
  readonly status: number;
  readonly body: string;
}

const TOO_LATE = 'The deadline had passed before the request was sent.';
const ANSWER_LIMIT_BYTES = 16 * 1024 * 1024;

/**
 * Sends one request and waits for the answer until the call's bound.
 *
 * Nothing was sent as long as no socket was connected for it: no address, no connection, no free socket. From the
 * connection on the request may have left, and on a connection that was kept open it may have left from the start,
 * so that every failure from there on leaves the outcome unknown.
 */
export function send(
  agent: Agent,
  request: OutgoingRequest,
  call: Call,
  now: () => Date,
): Promise<Answered<IncomingAnswer> | NotSent | Unknown> {
  const waitMs = call.deadline.getTime() - now().getTime();
  if (waitMs <= 0) return Promise.resolve(notSent(TOO_LATE));
  if (call.signal?.aborted) return Promise.resolve(notSent('The call was cancelled before it was sent.'));

  return new Promise((resolve) => {
    let mayHaveLeft = false;
    let isOver = false;
    const { url, method, headers, body } = request;
    const outgoing = httpRequest(url, { agent, method, headers });
    const timer = setTimeout(() => fail('The venue did not answer in time.'), waitMs);
    const giveUp = (): void => fail('The call was cancelled.');
    call.signal?.addEventListener('abort', giveUp);

    function finish(outcome: Answered<IncomingAnswer> | NotSent | Unknown): void {
      isOver = true;
      clearTimeout(timer);
      call.signal?.removeEventListener('abort', giveUp);
      resolve(outcome);
    }

    /** The connection goes with the request: a late answer must not meet the next request on it. */
    function fail(reason: string): void {
      if (isOver) return;
      finish(mayHaveLeft ? unknown(reason, 'unreachable') : notSent(reason, 'unreachable'));
      outgoing.destroy();
    }

    // A process that was stopped while it connected must not send afterwards, when nobody expects it any more.
    const leave = (): void => {
      if (now() >= call.deadline) return fail(TOO_LATE);
      mayHaveLeft = true;
      outgoing.end(body);
    };
    outgoing.once('socket', (socket) => {
      if (socket.connecting) socket.once('connect', leave);
      else leave();
    });
    outgoing.on('error', (error) => fail(`The connection failed: ${error.message}.`));
    outgoing.on('close', () => fail('The connection was closed without an answer.'));
    outgoing.on('response', (answer) => {
      if (!request.isAnsweredBy(answer)) return fail('An answer to another request came back.');
      collect(answer, (body) => finish(answered({ status: answer.statusCode ?? 0, body })), fail);
    });
  });
}

function collect(
  answer: IncomingMessage,
  done: (body: string) => void,
  fail: (reason: string) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > ANSWER_LIMIT_BYTES) fail('The answer is too large.');
    else chunks.push(chunk);
  });
  answer.on('error', (error) => fail(`The answer broke off: ${error.message}.`));
  answer.on('end', () => done(Buffer.concat(chunks).toString('utf8')));
}
