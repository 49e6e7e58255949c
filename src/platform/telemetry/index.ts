export { LOG_LEVELS, createLogs, type Logger, type Logs } from './log.ts';
export { Scrapes } from './scrape.ts';
export { createMetrics, type GaugeReading, type Metrics } from './metrics.ts';
export { Tally } from './tally.ts';
