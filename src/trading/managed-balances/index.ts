export { managedBalanceEvents } from './events.ts';
export { managedBalanceNotice } from './notices.ts';
export { managedBalanceEndpoints } from './routes.ts';
export { managedBalanceJobs } from './work.ts';
