import { newTraceId } from '../../kernel/index.ts';

const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;
const REQUEST_ID = /^[\w.-]{8,64}$/;

/** The caller's own trace id when it sends one, so that one search finds both sides. */
export function traceIdOf(request: { headers: Record<string, string | string[] | undefined> }): string {
  const { traceparent, 'x-request-id': requestId } = request.headers;
  if (typeof traceparent === 'string') {
    const traceId = TRACE_PARENT.exec(traceparent)?.[1];
    if (traceId !== undefined) return traceId;
  }
  return typeof requestId === 'string' && REQUEST_ID.test(requestId) ? requestId : newTraceId();
}
