import type { IncomingHttpHeaders } from 'node:http';

const TRACE_PARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}/;
const REQUEST_ID = /^[\w.-]{8,64}$/;

/** Returns the trace id that the caller sent; logged and audited with ours so that one search finds both sides. */
export function callerTraceIdOf({
  traceparent,
  'x-request-id': id,
}: IncomingHttpHeaders): string | undefined {
  const traceId = typeof traceparent === 'string' ? TRACE_PARENT.exec(traceparent)?.[1] : undefined;
  return traceId ?? (typeof id === 'string' && REQUEST_ID.test(id) ? id : undefined);
}
