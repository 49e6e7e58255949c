import { Problem } from '../../kernel/index.ts';

/**
 * Settles with the work, or rejects after the timeout and aborts the context's signal. Fastify's `handlerTimeout` does
 * not fit: it also ends a stream that is being sent, and stops counting once the request body is read.
 */
export function withinTime<T>(work: Promise<T>, timeoutMs: number, context: { abort(): void }): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Problem('timed_out', `No answer within ${timeoutMs / 1000} s.`));
      context.abort();
    }, timeoutMs);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
