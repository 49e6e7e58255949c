import { depositJobs } from '../../deposits/index.ts';
import { withdrawalJobs } from '../../withdrawals/index.ts';
import { serveParts, simulatedVenues } from '../../withdrawals/testing/serve.ts';
import { transferEndpoints, transferJobs } from '../index.ts';

export interface ServerOptions {
  readonly databaseUrl: string;
  /** The address of each exchange by the code of its venue. */
  readonly exchanges: Readonly<Record<string, string>>;
  readonly callTimeoutMs: number;
}

/** Short, and still longer than a busy machine takes over a call. */
const LEASE_MS = 2_000;
/** The exchanges have the clock of this machine. */
const MARGIN_MS = 300;
const NO_RATES = { find: async () => undefined };

/** Transfers and all that works on them, in a process that can be killed; it sends its port to its parent. */
const { databaseUrl, exchanges, callTimeoutMs } = JSON.parse(process.argv[2] ?? '') as ServerOptions;
const { port } = await serveParts(databaseUrl, simulatedVenues(exchanges), ({ directory, all }) => ({
  endpoints: transferEndpoints(directory, NO_RATES),
  jobs: [
    withdrawalJobs(directory, { callTimeoutMs, leaseMs: LEASE_MS, marginMs: MARGIN_MS }),
    depositJobs(directory, all, { everyMs: 400, callTimeoutMs, leaseMs: LEASE_MS }),
    transferJobs(LEASE_MS),
  ],
}));
process.send?.(port);
