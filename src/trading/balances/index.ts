export { balanceEndpoints } from './routes.ts';
export { takeSnapshots } from './take.ts';
export { DayRates } from './value.ts';
export { balanceJobs } from './work.ts';
