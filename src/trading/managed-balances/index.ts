export { managedBalanceEvents } from './events.ts';
export { managedBalanceNotices } from './notices.ts';
export { managedBalanceEndpoints } from './routes.ts';
export { managedBalanceJobs } from './work.ts';
