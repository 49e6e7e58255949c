import { Counter } from 'prom-client';
import type { Metrics } from '../telemetry/index.ts';
import { MissingFile, type Storage } from './storage.ts';

const OPERATIONS = ['put', 'download', 'list', 'remove', 'link'] as const;

/** The same storage, whose failures are counted. */
export function watchStorage(storage: Storage, { registry }: Metrics): Storage {
  const failures = new Counter({
    name: 'quaestor_storage_failures_total',
    help: 'Operations of the storage that failed in this process.',
    labelNames: ['operation'],
    registers: [registry],
  });
  // Prometheus sees no increase in a series that begins with 1.
  for (const operation of OPERATIONS) failures.inc({ operation }, 0);
  const count = (operation: (typeof OPERATIONS)[number], error: unknown): never => {
    if (!(error instanceof MissingFile)) failures.inc({ operation });
    throw error;
  };
  return {
    put: (key, content) => storage.put(key, content).catch((error: unknown) => count('put', error)),
    download: (key, path) => storage.download(key, path).catch((error: unknown) => count('download', error)),
    async *list(prefix) {
      try {
        yield* storage.list(prefix);
      } catch (error) {
        count('list', error);
      }
    },
    remove: (key) => storage.remove(key).catch((error: unknown) => count('remove', error)),
    link: (key, filename, now) =>
      storage.link(key, filename, now).catch((error: unknown) => count('link', error)),
    sweep: (before) => storage.sweep(before),
    ...(storage.check && { check: storage.check }),
    endpoints: storage.endpoints,
  };
}
