import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Problem, newTraceId } from '../../../kernel/index.ts';
import { PROBLEM_TYPE, malformed, problemBody } from '../problem.ts';

/** The problem for input that Node rejects before there is a request: malformed, too large or too slow. */
export function rawFault(code: string | undefined): Problem {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'The request did not arrive in time.');
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers_too_large', 'The request headers may have at most 16 KiB.');
    default:
      return malformed('This is not a well-formed HTTP request.');
  }
}

/** Sends a problem on a connection without a request, and closes it. */
export function answerRaw(problem: Problem, socket: Socket): void {
  const traceId = newTraceId();
  const body = JSON.stringify(problemBody(problem, '', traceId));
  const headers = {
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    'x-request-id': traceId,
    'x-content-type-options': 'nosniff',
    connection: 'close',
    ...problem.headers,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`);
}
