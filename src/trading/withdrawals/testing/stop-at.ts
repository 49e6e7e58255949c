import { writeSync } from 'node:fs';
import type { Endpoint } from '../../../platform/http/index.ts';
import type { ModuleJobs } from '../../../platform/jobs/index.ts';
import type { VenueDirectory } from '../../directory.ts';
import type { WithdrawalApi } from '../../venues/index.ts';

/** Lets a process say that it has come to a moment, and stand still there until it is killed. */
export function stopAt(moment: string | undefined) {
  const reach = (name: string): void => {
    if (name !== moment) return;
    writeSync(1, name);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  const around = async <T>(name: string, run: () => T | Promise<T>): Promise<T> => {
    reach(`before ${name}`);
    const made = await run();
    reach(`after ${name}`);
    return made;
  };
  const watchWithdrawals = (withdrawals: WithdrawalApi): WithdrawalApi => {
    const { find } = withdrawals;
    return {
      ...withdrawals,
      submit: (...asked) => around('the request', () => withdrawals.submit(...asked)),
      status: (...asked) => around('the question about its status', () => withdrawals.status(...asked)),
      ...(find && { find: (...asked) => around('the question whether it is there', () => find(...asked)) }),
    };
  };
  return {
    endpoints: (all: readonly Endpoint[]): Endpoint[] =>
      all.map((endpoint) => ({
        ...endpoint,
        handle: (...asked) => around(endpoint.operation, () => endpoint.handle(...asked)),
      })),
    jobs: (all: ModuleJobs): ModuleJobs => ({
      ...all,
      handlers: all.handlers.map((handler) => ({
        ...handler,
        run: (...asked) => around(handler.job.name, () => handler.run(...asked)),
      })),
    }),
    directory: (all: VenueDirectory): VenueDirectory => ({
      list: (tenant) => all.list(tenant),
      async find(...asked) {
        const listed = await all.find(...asked);
        const withdrawals = listed?.venue.withdrawals;
        if (!withdrawals) return listed;
        // The venue says at each moment what it asks.
        const venue = Object.create(listed.venue, {
          withdrawals: { value: watchWithdrawals(withdrawals) },
        }) as typeof listed.venue;
        return { ...listed, venue };
      },
    }),
  };
}
