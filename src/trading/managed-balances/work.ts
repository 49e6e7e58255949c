import { Type } from 'typebox';
import { defineJob, handle, request, type ModuleJobs } from '../../platform/jobs/index.ts';
import { creationAt, type Rates } from '../withdrawals/index.ts';
import { lookAtBalances } from './look.ts';
import type { Markets } from './options.ts';

const lookJob = defineJob({
  name: 'managed-balance.look',
  payload: Type.Object({}, { additionalProperties: false }),
  maxAttempts: 5,
});

export function managedBalanceJobs(markets: Markets, rates: Rates): ModuleJobs {
  const tools = { ...markets, rates, creation: creationAt(markets.directory, rates, markets.personal) };
  return {
    handlers: [
      handle(
        lookJob,
        (context) => lookAtBalances(context, tools),
        // The lane: it waits for venues and takes no slot of other jobs.
        async () => 'managed-balances',
      ),
    ],
    cron: [{ schedule: '* * * * *', request: request(lookJob, {}) }],
    atStart: [request(lookJob, {}, { key: 'managed-balance.look at start' })],
  };
}
