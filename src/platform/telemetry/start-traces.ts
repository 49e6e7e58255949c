import { setTimeout as sleep } from 'node:timers/promises';
import { diag, DiagLogLevel } from '@opentelemetry/api';
import type { Logger } from './log.ts';

const STOP_WITHIN_MS = 3_000;

interface TraceOptions {
  /** Base address of an OTLP receiver over HTTP. */
  readonly url: string;
  readonly version: string;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Sends the spans of this process to a receiver. */
export async function startTraces({
  url,
  version,
  logger,
}: TraceOptions): Promise<{ stop(): Promise<void> }> {
  const { openProvider } = await import('./otlp.ts');
  const warn = (message: string): void => logger.warn({ traces: message }, 'traces could not be sent');
  diag.setLogger({ error: warn, warn, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN);
  const provider = openProvider(url, version);
  provider.register();
  return {
    async stop() {
      const limit = sleep(STOP_WITHIN_MS, undefined, { ref: false });
      await Promise.race([provider.shutdown().catch(ignore), limit]);
    },
  };
}

const ignore = (): void => {};
