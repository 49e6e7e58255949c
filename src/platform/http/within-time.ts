import { Problem } from '../../kernel/index.ts';

/**
 * Settles as the work does, or fails when it takes too long and aborts what the context's signal reaches. Fastify's
 * `handlerTimeout` does not serve here: it also ends a stream that is being sent, and stops counting once the body of
 * the request is read.
 */
export function withinTime<T>(work: Promise<T>, timeoutMs: number, context: { abort(): void }): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Problem('timed_out', `No answer within ${timeoutMs / 1000} s.`));
      context.abort();
    }, timeoutMs);
    work.then(
      (result) => {
        clearTimeout(timer);
        return resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
