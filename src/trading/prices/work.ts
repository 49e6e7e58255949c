import { Type } from 'typebox';
import { defineJob, handle, request, type ModuleJobs } from '../../platform/jobs/index.ts';
import type { MarketData } from '../market-data/index.ts';
import { samplePrices } from './sample.ts';

/** The next minute has a price of its own: one that was missed is not made up for. */
const sampleJob = defineJob({
  name: 'price.sample',
  payload: Type.Object({}, { additionalProperties: false }),
  maxAttempts: 1,
});

interface Options {
  readonly markets: MarketData;
  readonly tenants: () => readonly string[];
  readonly configured: readonly string[];
}

export const priceJobs = ({ markets, tenants, configured }: Options): ModuleJobs => ({
  handlers: [
    handle(sampleJob, (context) => samplePrices(context, { markets, tenants: tenants(), configured })),
  ],
  cron: [{ schedule: '* * * * *', request: request(sampleJob, {}) }],
  atStart: [request(sampleJob, {}, { key: 'price.sample at start' })],
});
