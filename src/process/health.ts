import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { Problem } from '../kernel/index.ts';
import type { Facts } from '../partner/facts/handle/index.ts';
import type { ServiceName } from '../platform/auth/index.ts';
import type { HealthOptions } from '../platform/http/index.ts';
import type { DatabaseClock } from '../platform/postgres/index.ts';
import type { Logger } from '../platform/telemetry/index.ts';
import { findOpenRestore, HELD } from '../trading/restores/index.ts';
import type { Resources } from './resources.ts';

/** The space without which nothing can be written soon: the fact store grows in steps of this size. */
const LEAST_FREE_BYTES = 1 << 20;

interface HealthSource extends Pick<Resources, 'config' | 'clock' | 'database' | 'storage' | 'facts'> {
  readonly stopping: AbortSignal;
}

/** What the readiness of a service shows, or that of the whole process. */
export function healthOf(name: ServiceName | 'process', source: HealthSource): HealthOptions {
  const { config, clock, database, storage, stopping } = source;
  const facts = name === 'trading' ? undefined : source.facts;
  return {
    stopping,
    probes: {
      clock: async () => {
        if (!clock.isRight) throw new Problem('unavailable', describeSkew(clock));
      },
      database: () => database.check(),
      ...(name !== 'partner' && storage.check && { storage: storage.check }),
      ...(facts && { facts: () => facts.database.check() }),
    },
    ...(facts && { progress: () => progressOf(facts) }),
    warnings: async () => {
      const found = [
        name !== 'partner' && (await findOpenRestore(database.db)) ? HELD : undefined,
        facts?.sink?.error,
        facts?.position.trouble,
        facts && (await findFullDisk(config.data)),
        // Reports need no storage, so a partner process stays ready without it.
        name === 'partner' ? await findLostStorage(storage) : undefined,
      ];
      return found.filter((warning) => warning !== undefined);
    },
  };
}

async function findFullDisk(folder: string): Promise<string | undefined> {
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < LEAST_FREE_BYTES
    ? 'The disk of the data folder is full: facts cannot be written, and reports fall behind.'
    : undefined;
}

const findLostStorage = async ({ check }: HealthSource['storage']): Promise<string | undefined> =>
  check?.().then(
    () => undefined,
    () => 'The storage does not answer: facts cannot be written.',
  );

const describeSkew = ({ skewMs }: DatabaseClock): string =>
  `The clock of this machine is ${Math.abs(skewMs / 1000).toFixed(0)} s ${skewMs > 0 ? 'ahead of' : 'behind'} ` +
  'that of the database. Correct it, for example with NTP.';

/** Logs that the clock of this machine has become wrong or right. */
export const reportSkew = (clock: DatabaseClock, logger: Logger): void =>
  clock.isRight
    ? logger.warn('the clock of this machine is right again, and background jobs run')
    : logger.error(`${describeSkew(clock)} Until then this process runs no background jobs.`);

const progressOf = ({ position, lease }: Facts) => ({
  applied: position.applied,
  head: position.head,
  lag_seconds: Math.round(position.lagSeconds * 1000) / 1000,
  is_writer: lease.epoch !== undefined,
  ...(position.recomputed !== undefined && { recomputed: position.recomputed }),
});
