export { createLogger, LOG_LEVELS, type Logger } from './log.ts';
export { createMetrics, type GaugeReading, type Metrics } from './metrics.ts';
