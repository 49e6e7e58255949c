import { NO_KEYS } from '../../../platform/personal-data/index.ts';
import { BOUNDS, NO_MARKETS } from '../../conversions/testing/still-markets.ts';
import { depositJobs } from '../../deposits/index.ts';
import { transferJobs } from '../../transfers/index.ts';
import type { ServerOptions } from '../../transfers/testing/server.ts';
import { withdrawalJobs } from '../../withdrawals/index.ts';
import { serveParts, simulatedVenues } from '../../withdrawals/testing/serve.ts';
import { managedBalanceEndpoints, managedBalanceJobs } from '../index.ts';

/** Short, and still longer than a busy machine takes over a call. */
const LEASE_MS = 2_000;
const RATES = { find: async () => undefined };

/** Managed balances and what becomes of them, in a process that can be killed; it sends its port to its parent. */
const { databaseUrl, exchanges, callTimeoutMs } = JSON.parse(process.argv[2] ?? '') as ServerOptions;
const { port } = await serveParts(databaseUrl, simulatedVenues(exchanges), ({ directory, all }) => {
  const markets = { directory, access: NO_MARKETS, bounds: BOUNDS, personal: NO_KEYS };
  return {
    endpoints: managedBalanceEndpoints(markets, RATES),
    jobs: [
      managedBalanceJobs(markets, RATES),
      withdrawalJobs(directory, { callTimeoutMs, leaseMs: LEASE_MS }),
      depositJobs(directory, all, { everyMs: 400, callTimeoutMs, leaseMs: LEASE_MS }),
      transferJobs(LEASE_MS),
    ],
  };
});
process.send?.(port);
