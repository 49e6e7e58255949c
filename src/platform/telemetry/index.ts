export { LOG_LEVELS, createLogs, type Logger, type Logs } from './log.ts';
export { startTraces } from './start-traces.ts';
export { createMetrics, type GaugeReading, type Metrics } from './metrics.ts';
export { RequestSpan, traced, tracedCall, tracedJob, traceOrigin, type TraceOrigin } from './trace.ts';
