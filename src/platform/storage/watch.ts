import { Tally, type Metrics } from '../telemetry/index.ts';
import { MissingFile, type Storage } from './storage.ts';

const OPERATIONS = ['put', 'download', 'list', 'remove', 'link'] as const;

/** The same storage, whose failures are counted. */
export function watchStorage(storage: Storage): { storage: Storage; measure: (metrics: Metrics) => void } {
  const failures = new Tally();
  for (const operation of OPERATIONS) failures.expect({ operation });
  const count = (operation: (typeof OPERATIONS)[number], error: unknown): never => {
    if (!(error instanceof MissingFile)) failures.add({ operation });
    throw error;
  };
  const watched: Storage = {
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
  return {
    storage: watched,
    measure: (metrics) =>
      metrics.counter(
        'quaestor_storage_failures_total',
        'Operations of the storage that failed in this process.',
        ['operation'],
        () => failures.read(),
      ),
  };
}
