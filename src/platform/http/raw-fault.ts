import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, newTraceId } from '../../kernel/index.ts';
import { PROBLEM_TYPE, malformed, problemBody } from './problem.ts';

/** Answers what Node refuses before there is a request: broken syntax, too large headers, too slow an arrival. */
export function answerRawFault(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = describe(error.code);
  const traceId = newTraceId();
  const body = JSON.stringify(problemBody(problem, '', traceId));
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      `content-type: ${PROBLEM_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${traceId}`,
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function describe(code: string | undefined): Problem {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'The request did not arrive in time.');
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers_too_large', 'The request headers may have at most 16 KiB.');
    default:
      return malformed('This is not a well-formed HTTP request.');
  }
}
