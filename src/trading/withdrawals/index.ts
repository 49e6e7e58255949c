export { withdrawalEndpoints } from './routes.ts';
export { reconcileAtStart, WITHDRAWAL_CRON, withdrawalHandlers } from './work.ts';
