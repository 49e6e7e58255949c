export { resolveWithdrawal } from './resolve.ts';
