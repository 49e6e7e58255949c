export { LOG_LEVELS, createLogs, type Logger, type Logs } from './log.ts';
export { createMetrics, type GaugeReading, type Metrics } from './metrics.ts';
