import {
  context,
  createContextKey,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import { Problem } from '../../kernel/index.ts';

/** Does nothing until `startTraces` has been called. */
const tracer = trace.getTracer('quaestor');

const IN_JOB = createContextKey('quaestor job');
const SERVER_ERROR = 500;

/**
 * How a stored job belongs to the trace in which it was requested. A job that another job requested has a trace of its
 * own that links to the other one: jobs that follow each other without end would make a trace without end.
 */
export interface TraceOrigin {
  readonly traceparent?: string;
  readonly tracelink?: string;
}

export function traceOrigin(): TraceOrigin {
  const active = context.active();
  const carrier: { traceparent?: string } = {};
  propagation.inject(active, carrier);
  const { traceparent } = carrier;
  if (traceparent === undefined) return {};
  return active.getValue(IN_JOB) === true ? { tracelink: traceparent } : { traceparent };
}

/** Runs work in a span of the current trace. Nothing confidential may be in its name and attributes. */
export function traced<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
  kind: SpanKind = SpanKind.INTERNAL,
): Promise<T> {
  const active = context.active();
  return inside(tracer.startSpan(name, { kind, attributes }, active), active, work);
}

/** Runs work that calls another system. */
export const tracedCall = <T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<T>,
): Promise<T> => traced(name, attributes, work, SpanKind.CLIENT);

export function tracedJob<T>(
  name: string,
  attributes: Attributes,
  { traceparent, tracelink }: TraceOrigin,
  work: () => Promise<T>,
): Promise<T> {
  const parent = contextOf({ traceparent });
  const linked = trace.getSpanContext(contextOf({ traceparent: tracelink }));
  const links = linked ? [{ context: linked }] : [];
  const span = tracer.startSpan(name, { kind: SpanKind.CONSUMER, attributes, links }, parent);
  return inside(span, parent.setValue(IN_JOB, true), work);
}

/** The span of a request, which continues the trace of its caller. */
export class RequestSpan {
  readonly #span: Span;
  readonly #context: Context;

  constructor(name: string, headers: object, attributes: Attributes) {
    const parent = contextOf(headers);
    this.#span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    this.#context = trace.setSpan(parent, this.#span);
  }

  within<T>(work: () => T): T {
    return context.with(this.#context, work);
  }

  end(status: number): void {
    this.#span.setAttribute('http.response.status_code', status);
    if (status >= SERVER_ERROR) this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }
}

const contextOf = (headers: object): Context => propagation.extract(ROOT_CONTEXT, headers);

async function inside<T>(span: Span, parent: Context, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    // Without the message, which may be confidential.
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error instanceof Problem ? error.code : (error as Error).name);
    throw error;
  } finally {
    span.end();
  }
}
