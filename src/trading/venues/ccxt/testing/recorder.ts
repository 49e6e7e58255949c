import type { Connection, WireRequest } from '../transport/connection.ts';

/** A request that would have left. */
export interface Recorded extends WireRequest {
  readonly url: URL;
}

export interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

type Answers = (request: Recorded) => Answer | undefined;

/** A connection that sends nothing: it records each request and returns the given answers. */
export function recordRequests(answers: Answers = () => undefined) {
  const requests: Recorded[] = [];
  const connection: Connection = {
    send(url, request, _call, onLeave) {
      onLeave();
      const recorded = { ...request, url };
      requests.push(recorded);
      const answer = answers(recorded);
      if (!answer) return Promise.reject(new Error('The connection was closed without an answer.'));
      const { status = 200, body } = answer;
      return Promise.resolve({ status, statusText: '', headers: {}, body: JSON.stringify(body) });
    },
    close: () => {},
  };
  return { connection, requests };
}
